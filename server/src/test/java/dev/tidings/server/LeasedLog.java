package dev.tidings.server;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Ownership;
import dev.tidings.core.log.Stage;
import dev.tidings.testkit.log.ForwardingLog;
import java.time.Duration;
import java.util.List;

/** A log whose partitions this process owns until it loses all of them. No other process takes them over. */
final class LeasedLog extends ForwardingLog implements Ownership {
    private volatile boolean held = true;

    LeasedLog(Log real) {
        super(real);
    }

    void lose() {
        held = false;
    }

    @Override
    public long epoch() {
        return 1;
    }

    @Override
    public boolean isHeld() {
        return held;
    }

    @Override
    public List<LogConsumer> consumers(Stage stage, int count) {
        return super.consumers(stage, count).stream()
                .<LogConsumer>map(Leased::new)
                .toList();
    }

    /** A consumer whose records have the ownership of the log. */
    private final class Leased implements LogConsumer {
        private final LogConsumer consumer;

        Leased(LogConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public List<LogRecord> poll(int max, Duration wait) throws InterruptedException {
            return consumer.poll(max, wait).stream()
                    .map(record -> new LogRecord(record.entry(), record.redelivered(), LeasedLog.this))
                    .toList();
        }

        @Override
        public void wakeUp() {
            consumer.wakeUp();
        }

        @Override
        public List<LogRecord> done() {
            return consumer.done();
        }

        @Override
        public void redeliver() {
            consumer.redeliver();
        }

        @Override
        public void quarantine(LogRecord record, String reason) {
            consumer.quarantine(record, reason);
        }
    }
}
