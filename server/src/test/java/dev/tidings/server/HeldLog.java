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

/** A log that takes records and hands out none before it is let go: whatever is sent until then waits in it. */
final class HeldLog extends ForwardingLog {
    private final CountDownLatch letGo;

    HeldLog(Log real, CountDownLatch letGo) {
        super(real);
        this.letGo = letGo;
    }

    @Override
    public List<LogConsumer> consumers(Stage stage, int count) {
        return super.consumers(stage, count).stream()
                .<LogConsumer>map(Held::new)
                .toList();
    }

    private final class Held implements LogConsumer {
        private final LogConsumer consumer;

        Held(LogConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public List<LogRecord> poll(int most, Duration wait) throws InterruptedException {
            return letGo.await(wait.toMillis(), TimeUnit.MILLISECONDS) ? consumer.poll(most, wait) : List.of();
        }

        @Override
        public void done() {
            consumer.done();
        }

        @Override
        public void again() {
            consumer.again();
        }

        @Override
        public void setAside(LogRecord record, String reason) {
            consumer.setAside(record, reason);
        }
    }
}
