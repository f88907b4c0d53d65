package dev.tidings.server;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Ownership;
import dev.tidings.core.log.Stage;
import dev.tidings.testkit.log.ForwardingConsumer;
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
    private final class Leased extends ForwardingConsumer {
        Leased(LogConsumer real) {
            super(real);
        }

        @Override
        public List<LogRecord> poll(int max, Duration wait) throws InterruptedException {
            return super.poll(max, wait).stream()
                    .map(record -> new LogRecord(record.entry(), record.redelivered(), LeasedLog.this))
                    .toList();
        }
    }
}
