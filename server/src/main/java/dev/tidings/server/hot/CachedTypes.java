package dev.tidings.server.hot;

import dev.tidings.core.meta.Meta;
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

/** All types of a tenant in memory once it was asked for one. They are few, and change seldom. */
public final class CachedTypes implements TypeService {
    private final Meta meta;
    private final Executor blocking;
    private final ConcurrentMap<String, Map<String, NotificationType>> byTenant = new ConcurrentHashMap<>();
    /** Counts changes: what was read while one was made is not kept. */
    private final AtomicLong changes = new AtomicLong();

    /** @param blocking where calls to the database may block */
    public CachedTypes(Meta meta, Executor blocking) {
        this.meta = meta;
        this.blocking = blocking;
    }

    @Override
    public CompletableFuture<Map<String, NotificationType>> all(String tenant) {
        Map<String, NotificationType> known = byTenant.get(tenant);
        return known != null
                ? CompletableFuture.completedFuture(known)
                : CompletableFuture.supplyAsync(() -> load(tenant), blocking);
    }

    @Override
    public Optional<NotificationType> now(String tenant, String name) {
        Map<String, NotificationType> known = byTenant.get(tenant);
        return Optional.ofNullable((known != null ? known : load(tenant)).get(name));
    }

    @Override
    public CompletableFuture<List<NotificationType>> list(String tenant) {
        return all(tenant)
                .thenApply(types -> types.values().stream()
                        .sorted((a, b) -> a.name().compareTo(b.name()))
                        .toList());
    }

    @Override
    public CompletableFuture<Void> put(String tenant, NotificationType type, String actor) {
        return changed(tenant, () -> {
            meta.types().put(tenant, type, actor);
            return null;
        });
    }

    @Override
    public CompletableFuture<Boolean> delete(String tenant, String name, String actor) {
        return changed(tenant, () -> meta.types().delete(tenant, name, actor));
    }

    private <T> CompletableFuture<T> changed(String tenant, Supplier<T> change) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return change.get();
                    } finally {
                        changes.incrementAndGet();
                        byTenant.remove(tenant);
                    }
                },
                blocking);
    }

    private Map<String, NotificationType> load(String tenant) {
        long before = changes.get();
        Map<String, NotificationType> types = new HashMap<>();
        types.put(NotificationType.DEFAULT.name(), NotificationType.DEFAULT);
        meta.types().list(tenant).forEach(type -> types.put(type.name(), type));
        Map<String, NotificationType> found = Map.copyOf(types);
        byTenant.compute(tenant, (key, known) -> changes.get() == before ? found : known);
        return found;
    }
}
