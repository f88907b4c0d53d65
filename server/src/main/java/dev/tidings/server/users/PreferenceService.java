package dev.tidings.server.users;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.PreferenceCache;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads, changes and deletes the preferences of users, cached in the hot state and read through from the database. A change takes a write
 * lease before it starts, and is acknowledged only after the lease has ended and earlier readers have finished: no read after the
 * acknowledgement finds an older value. A missing value is read from the database and cached unless a change came in between.
 */
public final class PreferenceService {
    private final MetadataStore metadata;
    private final PreferenceCache cache;
    private final ReadThroughCache<Preferences> reading;
    private final Executor blocking;
    private final InstantSource clock;
    private final Function<UserKey, CompletableFuture<Void>> settled;

    /**
     * @param blocking runs blocking calls to the database
     * @param settled completes when no reader acts any more on a value found before this call
     */
    public PreferenceService(
            MetadataStore metadata,
            PreferenceCache cache,
            Executor blocking,
            InstantSource clock,
            Function<UserKey, CompletableFuture<Void>> settled) {
        this.metadata = metadata;
        this.cache = cache;
        this.reading = new ReadThroughCache<>(cache, blocking, this::read);
        this.blocking = blocking;
        this.clock = clock;
        this.settled = settled;
    }

    /** The current preferences. Does not block. */
    public CompletableFuture<Preferences> find(UserKey user) {
        return reading.find(user);
    }

    /** The current preferences of all of them. May block: for workers, not for event loops. */
    public Map<UserKey, Preferences> findAll(Collection<UserKey> users) {
        return reading.findAll(users);
    }

    private Map<String, Preferences> read(String tenant, List<String> names) {
        Map<String, Preferences> read = new HashMap<>(metadata.preferences().find(tenant, names));
        names.forEach(name -> read.putIfAbsent(name, Preferences.NONE));
        return read;
    }

    /** When it completes, every later decision sees the change. Does not block. */
    public CompletableFuture<Preferences> change(UserKey user, PreferencePatch patch, String actor) {
        return underLease(
                user,
                () -> metadata.preferences().change(user.tenant(), user.user(), patch, clock.instant(), actor),
                (version, now) -> cache.changed(user, version, now));
    }

    /** Deletes the user. Called by the {@link ContactService}, as addresses go with the user, too. False if there was nothing. */
    public CompletableFuture<Boolean> delete(UserKey user, String actor) {
        return underLease(
                user,
                () -> metadata.users().delete(user.tenant(), user.user(), actor),
                (version, deleted) -> cache.changedUnknown(user, version));
    }

    /** Runs a change that deletes the user. Called by the {@link ContactService}. */
    <T> CompletableFuture<T> erase(UserKey user, Supplier<T> deletion) {
        return underLease(user, deletion, (version, deleted) -> cache.changedUnknown(user, version));
    }

    private <T> CompletableFuture<T> underLease(
            UserKey user, Supplier<T> change, BiFunction<CacheVersion, T, CompletableFuture<Void>> end) {
        return cache.beginChange(user)
                .thenComposeAsync(
                        version -> {
                            T changed;
                            try {
                                changed = change.get();
                            } catch (RuntimeException | Error e) {
                                cache.changedUnknown(user, version);
                                throw e;
                            }
                            // If the lease can't be ended, the cache finds nothing until it expires.
                            return end.apply(version, changed)
                                    .handle((ok, failure) -> changed)
                                    .thenCompose(ended -> settled.apply(user).thenApply(done -> ended));
                        },
                        blocking);
    }
}
