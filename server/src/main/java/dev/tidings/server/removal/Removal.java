package dev.tidings.server.removal;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.pipeline.Quarantine;
import dev.tidings.server.recurring.RecurringScheduler;
import dev.tidings.server.storage.Storage;
import dev.tidings.server.storage.StoreSweep;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Removes the data of the users and tenants whose erasure is not complete, from all stores. Can be repeated at any point. */
final class Removal {
    private static final long MIN_LOG_POLL_MILLIS = 50;
    /** Each poll reads all of the log that waits. */
    private static final long MAX_LOG_POLL_MILLIS = 2_000;

    /** More passes would mean that rows appear as fast as they are removed. */
    private static final int MAX_PASSES = 10;

    private final Storage storage;
    private final MetadataStore.Erasures store;
    private final ErasedUsers erased;
    private final RecurringScheduler recurring;
    private final TenantDeletions tenants;

    Removal(Storage storage, ErasedUsers erased, RecurringScheduler recurring, TenantDeletions tenants) {
        this.storage = storage;
        this.store = storage.metadata().erasures();
        this.erased = erased;
        this.recurring = recurring;
        this.tenants = tenants;
    }

    /** False if there was nothing to do. */
    boolean run() throws InterruptedException {
        List<Erasure> pending =
                store.list().stream().filter(one -> !one.isComplete()).toList();
        if (pending.isEmpty()) {
            return false;
        }
        TenantFates deleted = new TenantFates(
                tenants, pending.stream().filter(Erasure::isOfTenant).toList());
        List<Erasure> ofUsers = pending.stream()
                .filter(one -> !deleted.tenants().contains(one.tenant()))
                .toList();
        ErasedUsers wanted = erased.of(ofUsers);
        StoreSweep stores = storage.sweep();
        RemovalTally tally = new RemovalTally();
        // A run that has read the schedules before may still add occurrences.
        recurring.awaitRun();
        deleted.removeMetadata();
        RecurringFates schedules = new RecurringFates(wanted, recurring, tally);
        tenants(ofUsers).forEach(schedules::sweep);
        RecordFates records = new RecordFates(wanted);
        Predicate<LogEntry> unwanted = entry -> deleted.concernsDeleted(entry) || records.concernsErased(entry);
        // Such records are dropped when their turn comes. Until then they may still become rows.
        long pause = MIN_LOG_POLL_MILLIS;
        while (stores.isInLog(unwanted)) {
            TimeUnit.MILLISECONDS.sleep(pause);
            pause = Math.min(2 * pause, MAX_LOG_POLL_MILLIS);
        }
        // What earlier versions left in the log: the sweep finds it in its table.
        Quarantine.of(storage).moveFromLog(stores);
        sweepRows(stores, deleted, ofUsers.isEmpty() ? null : new RowFates(wanted, storage.engine(), tally));
        tally.inboxes().forEach(this::dropCounts);
        deleted.removeMetadata();
        stores.compact();
        complete(ofUsers, tally);
        deleted.complete();
        return true;
    }

    /**
     * Rows may be written while a sweep runs, such as receipts of calls that were in flight.
     *
     * @param ofUsers null if no user was erased alone
     */
    private static void sweepRows(StoreSweep stores, TenantFates deleted, RowFates ofUsers) {
        for (int pass = 0; deleted.sweep(stores) + (ofUsers == null ? 0 : ofUsers.sweep(stores)) > 0; pass++) {
            if (pass == MAX_PASSES) {
                throw new IllegalStateException("rows of erased users keep appearing");
            }
        }
    }

    static TreeSet<String> tenants(Collection<Erasure> erasures) {
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
}
