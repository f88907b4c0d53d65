package dev.tidings.server;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.SetAside;
import dev.tidings.core.log.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A log that takes records and hands out none before it is let go: whatever is sent until then waits in it. */
record HeldLog(Log real, CountDownLatch letGo) implements Log {
    @Override
    public CompletableFuture<Void> append(List<LogEntry> entries) {
        return real.append(entries);
    }

    @Override
    public List<LogConsumer> consumers(Stage stage, int count) {
        return real.consumers(stage, count).stream().<LogConsumer>map(Held::new).toList();
    }

    @Override
    public long backlog(Stage stage) {
        return real.backlog(stage);
    }

    @Override
    public long backlog(Lane lane, String tenant) {
        return real.backlog(lane, tenant);
    }

    @Override
    public List<SetAside> setAside(Stage stage, int most) {
        return real.setAside(stage, most);
    }

    @Override
    public Optional<String> problem() {
        return real.problem();
    }

    @Override
    public void close() {
        real.close();
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
