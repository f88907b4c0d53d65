package dev.tidings.testkit.log;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LaneBacklog;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Ownership;
import dev.tidings.core.log.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The reference model of a log: slow, in memory, optionally with one deliberate bug. The log's monitor guards all state. */
final class ModelLog implements Log {
    /** A stored record with its state. */
    static final class StoredRecord {
        final LogEntry entry;
        final Instant appendedAt = Instant.now();
        boolean repeated;
        boolean out;

        StoredRecord(LogEntry entry) {
            this.entry = entry;
        }
    }

    private static final long FIRST_EPOCH = 1_000_000;

    final LogBug mistake;

    /** The records that are not done yet, in order. */
    final List<StoredRecord> waiting = new ArrayList<>();

    /** The durable state, which survives a close. */
    static final class Disk {
        final List<LogEntry> waiting = new ArrayList<>();
    }

    final Disk disk;
    private final LogContract.Limits limits;
    private long polled;
    boolean closed;

    ModelLog(Disk disk, LogContract.Limits limits, LogBug mistake) {
        this.disk = disk;
        this.limits = limits;
        this.mistake = mistake;
        for (LogEntry entry : disk.waiting) {
            StoredRecord kept = new StoredRecord(entry);
            kept.repeated = mistake != LogBug.REDELIVERY_NOT_FLAGGED;
            waiting.add(kept);
        }
    }

    @Override
    public synchronized CompletableFuture<Void> append(List<LogEntry> entries) {
        Optional<Reason> refusal = refusal(entries);
        if (refusal.isPresent()) {
            return CompletableFuture.failedFuture(new LogException(refusal.get(), "refused"));
        }
        for (LogEntry entry : entries) {
            LogEntry kept = mistake == LogBug.TENANTS_BY_FIRST_LETTER
                    ? new LogEntry(
                            entry.lane(), entry.partition(), entry.tenant().substring(0, 1), entry.payload())
                    : entry;
            waiting.add(new StoredRecord(kept));
            if (mistake != LogBug.POLLED_BEFORE_DURABLE) {
                disk.waiting.add(kept);
            }
        }
        notifyAll();
        return CompletableFuture.completedFuture(null);
    }

    private Optional<Reason> refusal(List<LogEntry> entries) {
        if (closed) {
            return Optional.of(Reason.CLOSED);
        }
        if (mistake == LogBug.BOUNDS_IGNORED) {
            return Optional.empty();
        }
        if (waiting.size() >= limits.backlog()) {
            return Optional.of(Reason.OVERLOADED);
        }
        return entries.stream().anyMatch(entry -> ofTenant(entry.tenant()).count() >= limits.tenantBacklog())
                ? Optional.of(Reason.TENANT_BACKLOG)
                : Optional.empty();
    }

    private Stream<StoredRecord> ofTenant(String tenant) {
        // Counted only where the limit could be reached: it is slow.
        return waiting.size() < limits.tenantBacklog()
                ? Stream.empty()
                : waiting.stream().filter(kept -> kept.entry.tenant().equals(tenant));
    }

    @Override
    public List<LogConsumer> consumers(Stage stage, int count) {
        List<LogConsumer> consumers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            boolean shared = mistake == LogBug.PARTITIONS_SHARED;
            consumers.add(new ModelConsumer(this, stage, shared ? 0 : i, shared ? 1 : count));
        }
        return consumers;
    }

    @Override
    public synchronized long backlog(Stage stage) {
        return waiting.stream()
                .filter(kept -> kept.entry.lane().stage() == stage)
                .filter(kept -> !kept.out || mistake != LogBug.BACKLOG_OF_WAITING_ONLY)
                .count();
    }

    @Override
    public synchronized long backlog(Lane lane, String tenant) {
        return waiting.stream()
                .filter(kept ->
                        kept.entry.lane().equals(lane) && kept.entry.tenant().equals(tenant))
                .count();
    }

    @Override
    public synchronized Map<Lane, LaneBacklog> backlogs() {
        Map<Lane, LaneBacklog> backlogs = new HashMap<>();
        waiting.forEach(kept -> backlogs.merge(
                kept.entry.lane(),
                new LaneBacklog(1, kept.appendedAt),
                (first, more) -> new LaneBacklog(first.records() + 1, first.oldestAt())));
        return backlogs;
    }

    @Override
    public synchronized Optional<String> problem() {
        return closed || waiting.size() >= limits.backlog() ? Optional.of("closed or full") : Optional.empty();
    }

    void forget(List<StoredRecord> records) {
        waiting.removeAll(records);
        if (mistake != LogBug.DONE_NOT_DURABLE) {
            List<LogEntry> entries = records.stream().map(kept -> kept.entry).toList();
            disk.waiting.removeIf(kept -> entries.stream().anyMatch(entry -> entry == kept));
        }
    }

    LogRecord record(StoredRecord kept) {
        boolean redelivered = mistake == LogBug.NEW_IS_FLAGGED || kept.repeated;
        return new LogRecord(kept.entry, redelivered, ownership());
    }

    private Ownership ownership() {
        if (mistake != LogBug.EPOCH_GOES_BACK && mistake != LogBug.EPOCH_OF_A_RECORD) {
            return Ownership.ALONE;
        }
        polled += mistake == LogBug.EPOCH_OF_A_RECORD ? 1 : -1;
        return new ModelOwnership(FIRST_EPOCH + polled);
    }

    /** Ownership under a wrong epoch. */
    private record ModelOwnership(long epoch) implements Ownership {
        @Override
        public boolean isHeld() {
            return true;
        }
    }

    void awaitChange(Duration wait) throws InterruptedException {
        wait(Math.max(1, wait.toMillis()));
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
