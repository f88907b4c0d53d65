package dev.tidings.bench.crash;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.SetAside;
import dev.tidings.core.log.Stage;
import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** A service that is broken on purpose: it says that something is durable a moment before it is. The run must catch it. */
final class EarlyAckService {
    private EarlyAckService() {}

    public static void main(String[] arguments) throws InterruptedException {
        Config config = Config.load(Optional.empty(), System.getenv()).config();
        Tidings tidings = Tidings.start(config, InstantSource.system(), EarlyAckLog::new, UnaryOperator.identity());
        System.out.println("Tidings is up at " + tidings.url());
        Thread.currentThread().join();
    }

    private record EarlyAckLog(Log log) implements Log {
        private static final Executor LATER = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

        @Override
        public CompletableFuture<Void> append(List<LogEntry> entries) {
            LATER.execute(() -> log.append(entries));
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public List<LogConsumer> consumers(Stage stage, int count) {
            return log.consumers(stage, count);
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
        public List<SetAside> setAside(Stage stage, int most) {
            return log.setAside(stage, most);
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
}
