package dev.tidings.server;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.testkit.log.ForwardingLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A log that accepts appends but delivers no records to consumers until it is released. */
final class HeldLog extends ForwardingLog {
    private final CountDownLatch release;

    HeldLog(Log real, CountDownLatch release) {
        super(real);
        this.release = release;
    }

    @Override
    public List<LogConsumer> consumers(Stage stage, int count) {
        return super.consumers(stage, count).stream()
                .<LogConsumer>map(Held::new)
                .toList();
    }

    /** A consumer that returns empty batches until the log is released. */
    private final class Held implements LogConsumer {
        private static final Duration HELD_FOR = Duration.ofMillis(100);

        private final LogConsumer consumer;

        Held(LogConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public List<LogRecord> poll(int max, Duration wait) throws InterruptedException {
            return release.await(HELD_FOR.toMillis(), TimeUnit.MILLISECONDS) ? consumer.poll(max, wait) : List.of();
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
        public void park(LogRecord record) {
            consumer.park(record);
        }
    }
}
