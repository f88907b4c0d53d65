package dev.tidings.server.types;

import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.model.NotificationType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Reads, stores and deletes the notification types of tenants, for the API and the workers. All types of a tenant are read on the first
 * lookup and kept in memory until one of them is changed through this object. Does not block unless stated. Includes the default type,
 * and for {@link #current} deleted types.
 */
public final class TypeService {
    private static final int MAX_TRIES = 10;

    private final MetadataStore metadata;
    private final Executor blocking;
    private final ConcurrentMap<String, Types> byTenant = new ConcurrentHashMap<>();
    /** Counts changes: a result read during a change is not cached. */
    private final AtomicLong changes = new AtomicLong();

    /** The types of one tenant by name, existing and deleted. */
    private record Types(Map<String, NotificationType> present, Map<String, NotificationType> deleted) {}

    /** @param blocking runs blocking calls to the database */
    public TypeService(MetadataStore metadata, Executor blocking) {
        this.metadata = metadata;
        this.blocking = blocking;
    }

    /** By name, the default type included. */
    public CompletableFuture<Map<String, NotificationType>> all(String tenant) {
        Types known = byTenant.get(tenant);
        return known != null
                ? CompletableFuture.completedFuture(known.present())
                : CompletableFuture.supplyAsync(() -> load(tenant).present(), blocking);
    }

    /** The type of an accepted notification, for workers: may block. A deleted type is returned as it last was. */
    public Optional<NotificationType> current(String tenant, String name) {
        Types known = byTenant.get(tenant);
        Types types = known != null ? known : load(tenant);
        NotificationType present = types.present().get(name);
        return Optional.ofNullable(present != null ? present : types.deleted().get(name));
    }

    public CompletableFuture<List<NotificationType>> list(String tenant) {
        return all(tenant)
                .thenApply(types -> types.values().stream()
                        .sorted((a, b) -> a.name().compareTo(b.name()))
                        .toList());
    }

    public CompletableFuture<Void> put(String tenant, NotificationType type, String actor) {
        return changed(tenant, () -> {
            metadata.types().put(tenant, type, actor);
            return null;
        });
    }

    /**
     * Changes a type, also the default one. The function is called again if the type was changed meanwhile.
     *
     * @return the type after the change; empty if there is none
     */
    public CompletableFuture<Optional<NotificationType>> change(
            String tenant, String name, UnaryOperator<NotificationType> change, String actor) {
        return changed(tenant, () -> {
            for (int tries = 0; tries < MAX_TRIES; tries++) {
                Optional<NotificationType> stored = metadata.types().find(tenant, name);
                Optional<NotificationType> after =
                        stored.or(() -> builtIn(name)).map(change);
                if (after.isEmpty() || metadata.types().replace(tenant, stored, after.get(), actor)) {
                    return after;
                }
            }
            throw new MetadataException("a type is under constant concurrent change", true, null);
        });
    }

    private static Optional<NotificationType> builtIn(String name) {
        return Optional.of(NotificationType.DEFAULT).filter(type -> type.name().equals(name));
    }

    public CompletableFuture<Boolean> delete(String tenant, String name, String actor) {
        return changed(tenant, () -> metadata.types().delete(tenant, name, actor));
    }

    private <T> CompletableFuture<T> changed(String tenant, Supplier<T> change) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return change.get();
                    } finally {
                        forget(tenant);
                    }
                },
                blocking);
    }

    /** Drops the types of a tenant from memory. */
    public void forget(String tenant) {
        changes.incrementAndGet();
        byTenant.remove(tenant);
    }

    private Types load(String tenant) {
        long before = changes.get();
        Map<String, NotificationType> present = new HashMap<>();
        present.put(NotificationType.DEFAULT.name(), NotificationType.DEFAULT);
        metadata.types().list(tenant).forEach(type -> present.put(type.name(), type));
        // After the others: a type deleted in between is then in both, and never in neither.
        Map<String, NotificationType> deleted = new HashMap<>();
        metadata.types().deleted(tenant).forEach(type -> deleted.put(type.name(), type));
        Types found = new Types(Map.copyOf(present), Map.copyOf(deleted));
        byTenant.compute(tenant, (key, known) -> changes.get() == before ? found : known);
        return found;
    }
}
