package dev.tidings.server.storage;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LaneBacklog;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A log that measures its consumers: the batches of each stage, from the poll until they are acknowledged or returned. */
final class MeteredLog implements Log {
    private final Log log;
    private final Map<Stage, StageMeters> meters = new EnumMap<>(Stage.class);

    MeteredLog(Log log, StageMeters.Factory factory) {
        this.log = log;
        for (Stage stage : Stage.values()) {
            meters.put(stage, factory.of(stage));
        }
    }

    @Override
    public CompletableFuture<Void> append(List<LogEntry> entries) {
        return log.append(entries);
    }

    @Override
    public List<LogConsumer> consumers(Stage stage, int count) {
        return log.consumers(stage, count).stream()
                .<LogConsumer>map(consumer -> new MeteredConsumer(consumer, meters.get(stage)))
                .toList();
    }

    /** Single-threaded, as its consumer. */
    private static final class MeteredConsumer implements LogConsumer {
        private final LogConsumer consumer;
        private final StageMeters meters;
        private int polled;
        private long polledAt;

        MeteredConsumer(LogConsumer consumer, StageMeters meters) {
            this.consumer = consumer;
            this.meters = meters;
        }

        @Override
        public List<LogRecord> poll(int most, Duration wait) throws InterruptedException {
            List<LogRecord> records = consumer.poll(most, wait);
            polled = records.size();
            polledAt = System.nanoTime();
            return records;
        }

        @Override
        public void wakeUp() {
            consumer.wakeUp();
        }

        @Override
        public List<LogRecord> done() {
            // First: whoever sees that there is no backlog finds its records counted.
            if (polled > 0) {
                meters.done(polled, System.nanoTime() - polledAt);
                polled = 0;
            }
            return consumer.done();
        }

        @Override
        public void redeliver() {
            if (polled > 0) {
                meters.failed();
                polled = 0;
            }
            consumer.redeliver();
        }

        @Override
        public void park(LogRecord record) {
            consumer.park(record);
        }
    }

    @Override
    public long backlog(Stage stage) {
        return log.backlog(stage);
    }

    @Override
    public long backlog(Lane lane, String tenant) {
        return log.backlog(lane, tenant);
    }

    @Override
    public Map<Lane, LaneBacklog> backlogs() {
        return log.backlogs();
    }

    @Override
    public Optional<String> problem() {
        return log.problem();
    }

    @Override
    public void close() {
        log.close();
    }
}
