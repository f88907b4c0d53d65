package dev.tidings.server;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.testkit.log.ForwardingLog;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A fault-injecting log: appends of one tenant succeed, but are reported as failed with an unknown outcome. */
public final class UnknownOutcomeLog extends ForwardingLog {
    private final AtomicInteger doubted = new AtomicInteger();
    private volatile String tenant;

    public UnknownOutcomeLog(Log real) {
        super(real);
    }

    public void failFor(String affectedTenant) {
        tenant = affectedTenant;
    }

    public void recover() {
        tenant = null;
    }

    /** The number of appends reported as failed. */
    public int failures() {
        return doubted.get();
    }

    @Override
    public CompletableFuture<Void> append(List<LogEntry> entries) {
        String affected = tenant;
        boolean doubtful = entries.stream().anyMatch(entry -> entry.tenant().equals(affected));
        return super.append(entries).thenRun(() -> {
            if (doubtful) {
                doubted.incrementAndGet();
                throw new LogException(LogException.Reason.FAILED, "unknown outcome injected by the test");
            }
        });
    }
}
