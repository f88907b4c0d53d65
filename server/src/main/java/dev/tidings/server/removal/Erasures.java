package dev.tidings.server.removal;

import dev.tidings.channels.capture.CaptureKind;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.backup.Archive;
import dev.tidings.server.config.Config;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.recurring.RecurringScheduler;
import dev.tidings.server.storage.Storage;
import dev.tidings.server.storage.StoreSweep;
import dev.tidings.server.users.Users;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases users. The request stores the erasure and deletes profile, preferences and devices in one transaction; from then on tokens of
 * before are refused, and nothing that was accepted before is routed or delivered. A thread removes everything else: it waits until the log
 * holds no record about the user, sweeps recurring schedules and tables, and rewrites the files. It starts over after a crash.
 */
public final class Erasures implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Erasures.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    /** A removal scans all tables and rewrites their files. */
    private static final Duration MAX_RETRY = Duration.ofMinutes(10);

    private static final int MAX_DOUBLINGS = 10;
    private static final long LOG_POLL_MILLIS = 50;
    /** More passes would mean that rows appear as fast as they are removed. */
    private static final int MAX_PASSES = 10;

    private final Storage storage;
    private final MetadataStore.Erasures store;
    private final Users users;
    private final ErasedUsers erased;
    private final RecurringScheduler recurring;
    private final CaptureKind capture;
    private final ErasureJournal journal;
    private final ErasureJournal restored;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread daemon = new Thread(work, "erasure");
        daemon.setDaemon(true);
        return daemon;
    });
    /** Failed removals since the last one that succeeded. Used by the thread only. */
    private int failures;
    /** The scheduled retry, if any. Used by the thread only. */
    private Future<?> retry = CompletableFuture.completedFuture(null);

    public Erasures(Config config, Storage storage, Users users, RecurringScheduler recurring, CaptureKind capture) {
        this.storage = storage;
        this.store = storage.metadata().erasures();
        this.users = users;
        this.erased = users.erased();
        this.recurring = recurring;
        this.capture = capture;
        this.journal = new ErasureJournal(config.backup().folder().resolve(Archive.ERASURES));
        this.restored = new ErasureJournal(config.dataFolder().resolve(Archive.ERASURES));
    }

    /**
     * Applies the erasures that are newer than a restored backup: those that the restore has left in the data folder, and those beside the
     * backups. Must be called before anything is routed.
     */
    public void applyRestored() {
        List<Erasure> known = new ArrayList<>(restored.read(erased));
        try {
            known.addAll(journal.read(erased));
        } catch (RuntimeException e) {
            LOG.error("the erasures beside the backups are not applied: {}", e.getMessage());
        }
        List<Erasure> newer = known.stream()
                .filter(one -> store.find(one.tenant(), one.id()).isEmpty())
                .toList();
        ErasedUsers wanted = erased.of(newer);
        for (String tenant : tenants(newer)) {
            for (String user : store.users(tenant)) {
                UserKey key = new UserKey(tenant, user);
                if (wanted.erasedAt(key).isPresent()) {
                    store.remove(tenant, user, pseudonym(key));
                }
            }
        }
        // Last, as a stored erasure is not applied again: after a crash, the next start repeats the removal.
        newer.forEach(store::put);
        newer.forEach(erased::add);
        restored.delete();
    }

    /** Continues the erasures that a stop or a crash has interrupted. */
    public void start() {
        List<Erasure> all = store.list();
        if (!all.isEmpty()) {
            writeJournal();
            submit();
        }
    }

    /** Erases a user. What is accepted from now on is about a new user with the same id. */
    public CompletableFuture<Erasure> request(UserKey user, String actor) {
        // Its time is not before that of any other id or the clock: ids may be ahead of a clock that was set back.
        UUID id = storage.ids().next();
        // Ids of the same millisecond may be from before: all of them count as before.
        Instant erasedAt = UuidV7.time(id).plusMillis(1);
        storage.ids().skipTo(erasedAt);
        Erasure erasure =
                new Erasure(user.tenant(), id.toString(), erased.hash(user), erasedAt, Optional.empty(), Map.of());
        return users.contacts()
                .erase(user, () -> store.add(erasure, user.user(), pseudonym(user), actor))
                .thenApplyAsync(
                        rows -> {
                            erased.add(erasure);
                            capture.remove(
                                    user.tenant(), one -> one.delivery().user().equals(user));
                            submit();
                            writeJournal();
                            return erasure;
                        },
                        storage.blocking());
    }

    /** A failure is reported and not thrown: the erasure holds, and the next start or erasure writes the file. */
    private synchronized void writeJournal() {
        try {
            // Fails for a file of other keys, which must not be overwritten.
            journal.read(erased);
            journal.write(erased, store.list());
        } catch (RuntimeException e) {
            LOG.error("a restore of a backup could not apply the latest erasures again: {}", e.getMessage());
        }
    }

    /** The name of an erased user in the audit log. */
    private String pseudonym(UserKey user) {
        return "erased-" + erased.hash(user).substring(0, 16);
    }

    public Optional<Erasure> find(String tenant, String id) {
        return store.find(tenant, id);
    }

    private void submit() {
        try {
            thread.execute(this::run);
        } catch (RejectedExecutionException stopping) {
            // The next start continues.
        }
    }

    private void run() {
        // An erasure that was requested meanwhile has started this run: one retry at a time.
        retry.cancel(false);
        try {
            removePending();
            failures = 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            if (!thread.isShutdown()) {
                failures++;
                Duration pause = pauseAfter(failures);
                LOG.warn("erased users could not be removed; retrying in {} s", pause.toSeconds(), e);
                retry = thread.schedule(this::run, pause.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    /** @param failures the number of failed removals in a row, at least 1 */
    static Duration pauseAfter(int failures) {
        Duration doubled = FIRST_RETRY.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
        return doubled.compareTo(MAX_RETRY) > 0 ? MAX_RETRY : doubled;
    }

    private void removePending() throws InterruptedException {
        List<Erasure> pending =
                store.list().stream().filter(one -> one.completedAt().isEmpty()).toList();
        if (pending.isEmpty()) {
            return;
        }
        ErasedUsers wanted = erased.of(pending);
        StoreSweep stores = storage.sweep();
        RemovalTally tally = new RemovalTally();
        RecurringFates schedules = new RecurringFates(wanted, recurring, tally);
        tenants(pending).forEach(schedules::sweep);
        RecordFates records = new RecordFates(wanted);
        // Records about the user are dropped when their turn comes. Until then they may still become rows.
        while (stores.isInLog(records::concernsErased)) {
            TimeUnit.MILLISECONDS.sleep(LOG_POLL_MILLIS);
        }
        stores.removeQuarantined(records::concernsErased);
        // Rows may be written while a sweep runs, such as receipts of calls that were in flight.
        for (int pass = 0; new RowFates(wanted, storage.engine(), tally).sweep(stores) > 0; pass++) {
            if (pass == MAX_PASSES) {
                throw new IllegalStateException("rows of erased users keep appearing");
            }
        }
        tally.inboxes().forEach(this::dropCounts);
        stores.compact();
        complete(pending, tally);
    }

    private static TreeSet<String> tenants(List<Erasure> erasures) {
        TreeSet<String> tenants = new TreeSet<>();
        erasures.forEach(erasure -> tenants.add(erasure.tenant()));
        return tenants;
    }

    private void dropCounts(UserKey user) {
        UnreadCounts counts = storage.hot().unread();
        CacheVersion version = counts.beginChange(user).join();
        counts.changedUnknown(user, version).join();
    }

    private void complete(List<Erasure> pending, RemovalTally tally) {
        Instant now = storage.clock().instant().truncatedTo(ChronoUnit.MILLIS);
        for (Erasure erasure : pending) {
            Map<String, Long> counts = new TreeMap<>();
            tally.removed().forEach((user, removed) -> {
                if (user.tenant().equals(erasure.tenant()) && erased.isHash(erasure.userHash(), user)) {
                    counts.putAll(removed);
                }
            });
            store.complete(erasure.completed(now, counts));
        }
    }

    /** Interrupts the removal, which continues at the next start. */
    @Override
    public void close() {
        thread.shutdownNow();
        storage.sweep().cancel();
        try {
            if (!thread.awaitTermination(5, TimeUnit.MINUTES)) {
                LOG.error("a removal is still running after close()");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** When an erasure was requested, taken from its id. */
    public static Instant requestedAt(Erasure erasure) {
        return UuidV7.time(UUID.fromString(erasure.id()));
    }
}
