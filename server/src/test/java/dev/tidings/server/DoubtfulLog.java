package dev.tidings.server;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.SetAside;
import dev.tidings.core.log.Stage;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A real log that takes what one tenant appends, and for a while does not know whether it did. */
public final class DoubtfulLog implements Log {
    private final Log real;
    private final AtomicInteger doubted = new AtomicInteger();
    private volatile String tenant;

    public DoubtfulLog(Log real) {
        this.real = real;
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
        return real.append(entries).thenRun(() -> {
            if (doubtful) {
                doubted.incrementAndGet();
                throw new LogException(LogException.Reason.FAILED, "doubted on purpose");
            }
        });
    }

    @Override
    public List<LogConsumer> consumers(Stage stage, int count) {
        return real.consumers(stage, count);
    }

    @Override
    public long backlog(Stage stage) {
        return real.backlog(stage);
    }

    @Override
    public long backlog(Lane lane, String of) {
        return real.backlog(lane, of);
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
}
