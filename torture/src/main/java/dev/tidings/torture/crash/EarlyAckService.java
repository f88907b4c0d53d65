package dev.tidings.torture.crash;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import dev.tidings.server.service.Overrides;
import dev.tidings.testkit.log.ForwardingLog;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The main class of a service that is broken on purpose: it acknowledges appends to the log before they are durable. The crash run
 * must detect it.
 */
final class EarlyAckService {
    private EarlyAckService() {}

    public static void main(String[] arguments) throws InterruptedException {
        Config config = Config.load(Optional.empty(), System.getenv()).config();
        Tidings tidings = Tidings.start(config, InstantSource.system(), Overrides.NONE.withLog(EarlyAckLog::new));
        System.out.println("Tidings is up at " + tidings.url());
        Thread.currentThread().join();
    }

    /** A log that completes appends immediately and performs them 100 ms later. */
    private static final class EarlyAckLog extends ForwardingLog {
        private static final Executor DELAYED = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);

        EarlyAckLog(Log real) {
            super(real);
        }

        @Override
        public CompletableFuture<Void> append(List<LogEntry> entries) {
            DELAYED.execute(() -> super.append(entries));
            return CompletableFuture.completedFuture(null);
        }
    }
}
