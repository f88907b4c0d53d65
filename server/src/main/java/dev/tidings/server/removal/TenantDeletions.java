package dev.tidings.server.removal;

import dev.tidings.core.metadata.Erasure;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.storage.Storage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Deletes tenants. The request stores the deletion and deletes the tenant with its credentials in one transaction; from then on the tenant
 * does not exist, and nothing of it is routed or delivered. The sweep of {@link Erasures} removes everything else. The id can be used again
 * when the deletion is complete; what was accepted before counts as from before.
 */
public final class TenantDeletions {
    private final Storage storage;
    private final MetadataStore.Erasures store;
    private final ErasedUsers erased;
    private final Function<String, CompletableFuture<Void>> settled;
    private final List<Consumer<String>> caches = new CopyOnWriteArrayList<>();

    /**
     * @param settled completes when the provider calls of a tenant that are in flight have ended
     * @param cache drops what is kept of a tenant in memory
     */
    TenantDeletions(
            Storage storage,
            ErasedUsers erased,
            Function<String, CompletableFuture<Void>> settled,
            Consumer<String> cache) {
        this.storage = storage;
        this.store = storage.metadata().erasures();
        this.erased = erased;
        this.settled = settled;
        caches.add(cache);
    }

    /** Adds a cache that drops a tenant when it is deleted, and again when its data is removed. */
    public void onRemoved(Consumer<String> cache) {
        caches.add(cache);
    }

    /** The last deletion of a tenant. */
    public Optional<Erasure> find(String tenant) {
        return store.tenants().find(tenant);
    }

    /** Completes when the provider calls in flight have ended, and nothing of the tenant is in memory. */
    CompletableFuture<Void> settle(String tenant) {
        return settled.apply(tenant).thenRunAsync(() -> forget(tenant), storage.blocking());
    }

    /**
     * Stores a deletion; empty if there is no such tenant. Not at the same time as {@link #complete}, so that a repeated request does not
     * start a deletion over in memory.
     */
    synchronized Optional<Erasure> store(String tenant, String operator, String actor) {
        UUID id = storage.ids().next();
        Optional<Erasure> stored =
                store.tenants().add(Erasure.ofTenant(tenant, id.toString(), endOf(id)), operator, actor);
        stored.ifPresent(erased::add);
        return stored;
    }

    /** Ids of the same millisecond may be from before: all of them count as before. */
    private Instant endOf(UUID id) {
        Instant end = UuidV7.time(id).plusMillis(1);
        storage.ids().skipTo(end);
        return end;
    }

    /**
     * Everything that was accepted until now counts as from before the deletion: a call in flight may have been accepted while the data was
     * removed.
     */
    synchronized void complete(Erasure deletion, Map<String, Long> removed) {
        Erasure completed = deletion.completed(endOf(storage.ids().next()), removed);
        // First: once it is stored, the tenant can be created again.
        erased.add(completed);
        store.complete(completed);
    }

    /** Deletes the data of a tenant from the metadata, and returns the number of rows by kind. */
    Map<String, Long> removeMetadata(String tenant) {
        return store.tenants().removeData(tenant);
    }

    /** Drops what is kept of a tenant in memory. */
    void forget(String tenant) {
        storage.hot().forget(tenant).join();
        caches.forEach(cache -> cache.accept(tenant));
    }
}
