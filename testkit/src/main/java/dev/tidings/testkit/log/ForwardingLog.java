package dev.tidings.testkit.log;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LaneBacklog;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A log that delegates to a real one; tests override methods to inject failures or delays. */
public abstract class ForwardingLog implements Log {
    private final Log real;

    protected ForwardingLog(Log real) {
        this.real = real;
    }

    @Override
    public CompletableFuture<Void> append(List<LogEntry> entries) {
        return real.append(entries);
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
    public long backlog(Lane lane, String tenant) {
        return real.backlog(lane, tenant);
    }

    @Override
    public Map<Lane, LaneBacklog> backlogs() {
        return real.backlogs();
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
