package dev.tidings.server.removal;

import dev.tidings.channels.capture.CaptureKind;
import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.backup.Archive;
import dev.tidings.server.config.Config;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.recurring.RecurringScheduler;
import dev.tidings.server.storage.Storage;
import dev.tidings.server.users.Users;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases users, and {@linkplain TenantDeletions tenants} with all their users. The request stores the erasure and deletes profile,
 * preferences and devices in one transaction; from then on tokens of before are refused, and nothing that was accepted before is routed or
 * delivered. A thread removes everything else: it waits until the log holds no record about the user, sweeps recurring schedules and
 * tables, and rewrites the files. It starts over after a crash.
 */
public final class Erasures implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Erasures.class);
    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    /** A removal scans all tables and rewrites their files. */
    private static final Duration MAX_RETRY = Duration.ofMinutes(10);

    private static final int MAX_DOUBLINGS = 10;

    private final Storage storage;
    private final MetadataStore.Erasures store;
    private final Users users;
    private final ErasedUsers erased;
    private final CaptureKind capture;
    private final TenantDeletions tenants;
    private final Removal removal;
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

    /**
     * @param settled completes when the provider calls of a tenant that are in flight have ended
     * @param forgetTenant drops what the delivery keeps of a tenant in memory
     */
    public Erasures(
            Config config,
            Storage storage,
            Users users,
            RecurringScheduler recurring,
            CaptureKind capture,
            Function<String, CompletableFuture<Void>> settled,
            Consumer<String> forgetTenant) {
        this.storage = storage;
        this.store = storage.metadata().erasures();
        this.users = users;
        this.erased = users.erased();
        this.capture = capture;
        this.tenants = new TenantDeletions(storage, erased, settled, forgetTenant.andThen(users::forget));
        this.removal = new Removal(storage, erased, recurring, tenants);
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
        new RestoredErasures(store, erased).apply(known);
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
                .erase(user, () -> store.add(erasure, user.user(), erased.pseudonym(user), actor))
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
            if (thread.isShutdown()) {
                // Interrupted: the next start writes it.
                return;
            }
            LOG.error("a restore of a backup could not apply the latest erasures again: {}", e.getMessage());
        }
    }

    /** An erasure of a user. */
    public Optional<Erasure> find(String tenant, String id) {
        return store.find(tenant, id).filter(erasure -> !erasure.isOfTenant());
    }

    public TenantDeletions tenants() {
        return tenants;
    }

    /**
     * Deletes a tenant. Repeated while the deletion runs, it returns the same one.
     *
     * @param operator the tenant of the caller, which gets the audit entry
     * @return empty if there is no such tenant
     */
    public CompletableFuture<Optional<Erasure>> requestOfTenant(String tenant, String operator, String actor) {
        return CompletableFuture.supplyAsync(() -> storeOfTenant(tenant, operator, actor), storage.blocking())
                .thenCompose(deletion -> deletion.isEmpty()
                        ? CompletableFuture.completedFuture(deletion)
                        : tenants.settle(tenant).thenApply(done -> deletion));
    }

    /** Submitted at once: whatever fails later, a stored deletion is carried out. */
    private Optional<Erasure> storeOfTenant(String tenant, String operator, String actor) {
        Optional<Erasure> deletion = tenants.store(tenant, operator, actor);
        if (deletion.isPresent()) {
            submit();
            writeJournal();
        }
        return deletion;
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
            if (removal.run()) {
                writeJournal();
            }
            failures = 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            if (!thread.isShutdown()) {
                failures++;
                Duration pause = pauseAfter(failures);
                LOG.warn("erased users or tenants could not be removed; retrying in {} s", pause.toSeconds(), e);
                retry = thread.schedule(this::run, pause.toMillis(), TimeUnit.MILLISECONDS);
            }
        }
    }

    /** @param failures the number of failed removals in a row, at least 1 */
    static Duration pauseAfter(int failures) {
        Duration doubled = FIRST_RETRY.multipliedBy(1L << Math.min(failures - 1, MAX_DOUBLINGS));
        return doubled.compareTo(MAX_RETRY) > 0 ? MAX_RETRY : doubled;
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
