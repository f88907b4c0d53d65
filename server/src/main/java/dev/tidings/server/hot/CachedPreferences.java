package dev.tidings.server.hot;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tidings.core.meta.Meta;
import dev.tidings.core.meta.PreferencePatch;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Preferences in memory, in front of the database. An opt-out holds from the moment its call returns, so nothing older than a
 * committed change may be found here after that. A change fences its users before it starts: while it runs, readers go to the
 * database and what they find is not kept. What a reader began to read before a fence is not kept either, however late it comes.
 *
 * <p>Fences are kept for groups of users, by hash. That a change disturbs the readers of some others for a moment costs little.
 */
public final class CachedPreferences implements PreferenceService {
    private static final int FENCES = 1024;

    private final Meta meta;
    private final Executor blocking;
    private final InstantSource clock;
    private final Cache<UserKey, Preferences> cache;
    private final Fence[] fences = new Fence[FENCES];

    private static final class Fence {
        private int changing;
        private long epoch;

        synchronized long epoch() {
            return epoch;
        }

        synchronized void up(Runnable invalidation) {
            changing++;
            epoch++;
            invalidation.run();
        }

        synchronized void down(Runnable invalidation) {
            changing--;
            epoch++;
            invalidation.run();
        }

        synchronized void keep(long since, Runnable keeping) {
            if (changing == 0 && epoch == since) {
                keeping.run();
            }
        }
    }

    /**
     * @param blocking where calls to the database may block
     * @param most how many users' preferences are kept
     */
    public CachedPreferences(Meta meta, Executor blocking, InstantSource clock, int most) {
        this.meta = meta;
        this.blocking = blocking;
        this.clock = clock;
        this.cache = Caffeine.newBuilder().maximumSize(most).build();
        for (int i = 0; i < FENCES; i++) {
            fences[i] = new Fence();
        }
    }

    @Override
    public CompletableFuture<Preferences> find(UserKey user) {
        Preferences known = cache.getIfPresent(user);
        if (known != null) {
            return CompletableFuture.completedFuture(known);
        }
        return CompletableFuture.supplyAsync(() -> findAll(List.of(user)).get(user), blocking);
    }

    @Override
    public Map<UserKey, Preferences> findAll(Collection<UserKey> users) {
        Map<UserKey, Preferences> found = new HashMap<>();
        Map<String, List<String>> missing = new HashMap<>();
        Map<UserKey, Long> epochs = new HashMap<>();
        for (UserKey user : users) {
            Preferences known = cache.getIfPresent(user);
            if (known != null) {
                found.put(user, known);
            } else if (epochs.put(user, fence(user).epoch()) == null) {
                missing.computeIfAbsent(user.tenant(), tenant -> new ArrayList<>())
                        .add(user.user());
            }
        }
        missing.forEach((tenant, names) -> {
            Map<String, Preferences> stored = meta.preferences().find(tenant, names);
            for (String name : names) {
                UserKey user = new UserKey(tenant, name);
                Preferences preferences = stored.getOrDefault(name, Preferences.NONE);
                found.put(user, preferences);
                fence(user).keep(epochs.get(user), () -> cache.put(user, preferences));
            }
        });
        return found;
    }

    @Override
    public CompletableFuture<Preferences> change(UserKey user, PreferencePatch patch, String actor) {
        return fenced(user, () -> meta.preferences().change(user.tenant(), user.user(), patch, clock.instant(), actor));
    }

    @Override
    public CompletableFuture<Boolean> delete(UserKey user, String actor) {
        return fenced(user, () -> meta.users().delete(user.tenant(), user.user(), actor));
    }

    /** The cache is not filled with what was changed: of two changes at once, the earlier might be the one that is left. */
    private <T> CompletableFuture<T> fenced(UserKey user, Supplier<T> change) {
        return CompletableFuture.supplyAsync(
                () -> {
                    fence(user).up(() -> cache.invalidate(user));
                    try {
                        return change.get();
                    } finally {
                        fence(user).down(() -> cache.invalidate(user));
                    }
                },
                blocking);
    }

    private Fence fence(UserKey user) {
        return fences[(user.hashCode() ^ user.hashCode() >>> 16) & FENCES - 1];
    }
}
