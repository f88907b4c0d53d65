package dev.tidings.server;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.testkit.log.ForwardingLog;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A real log that takes what one tenant appends, and for a while does not know whether it did. */
public final class DoubtfulLog extends ForwardingLog {
    private final AtomicInteger doubted = new AtomicInteger();
    private volatile String tenant;

    public DoubtfulLog(Log real) {
        super(real);
    }

    public void doubt(String whose) {
        tenant = whose;
    }

    public void beSureAgain() {
        tenant = null;
    }

    /** How often it did not know. */
    public int doubted() {
        return doubted.get();
    }

    @Override
    public CompletableFuture<Void> append(List<LogEntry> entries) {
        String of = tenant;
        boolean doubtful = entries.stream().anyMatch(entry -> entry.tenant().equals(of));
        return super.append(entries).thenRun(() -> {
            if (doubtful) {
                doubted.incrementAndGet();
                throw new LogException(LogException.Reason.FAILED, "doubted on purpose");
            }
        });
    }
}
