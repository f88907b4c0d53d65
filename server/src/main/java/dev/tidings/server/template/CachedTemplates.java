package dev.tidings.server.template;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tidings.core.meta.Meta;
import dev.tidings.core.meta.Slice;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Template;
import dev.tidings.core.model.Template.State;
import java.time.InstantSource;
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
import java.util.stream.Collectors;

/** All templates of a tenant in memory once it was asked for one, and some of those that were in force before. */
public final class CachedTemplates implements TemplateService {
    /** Of one type, in all channels and languages: all of them are looked at whenever one of the type is sent. */
    private static final int MOST_OF_A_TYPE = 200;

    private static final int OLD_SETS = 1_000;

    private final Meta.Templates store;
    private final Executor blocking;
    private final InstantSource clock;
    private final ConcurrentMap<String, Known> byTenant = new ConcurrentHashMap<>();
    private final Cache<Old, TemplateSet> before =
            Caffeine.newBuilder().maximumSize(OLD_SETS).build();
    /** Counts changes: what was read while one was made is not kept. */
    private final AtomicLong changes = new AtomicLong();

    /** @param templates the newest of each place, without deleted ones */
    private record Known(Map<String, TemplateSet> sets, List<Template> templates) {}

    private record Old(String tenant, String type, int revision) {}

    /** @param blocking where calls to the database may block */
    public CachedTemplates(Meta meta, Executor blocking, InstantSource clock) {
        this.store = meta.templates();
        this.blocking = blocking;
        this.clock = clock;
    }

    @Override
    public CompletableFuture<Map<String, TemplateSet>> all(String tenant) {
        return known(tenant).thenApply(Known::sets);
    }

    private CompletableFuture<Known> known(String tenant) {
        Known known = byTenant.get(tenant);
        return known != null
                ? CompletableFuture.completedFuture(known)
                : CompletableFuture.supplyAsync(() -> load(tenant), blocking);
    }

    @Override
    public TemplateSet at(String tenant, String type, int revision) {
        if (revision == 0) {
            return TemplateSet.NONE;
        }
        Known known = byTenant.get(tenant);
        TemplateSet now = known == null ? null : known.sets().get(type);
        if (now != null && now.revision() == revision) {
            return now;
        }
        return before.get(new Old(tenant, type, revision), old -> TemplateSet.of(store.at(tenant, type, revision)));
    }

    @Override
    public CompletableFuture<List<Template>> list(String tenant, String type) {
        return known(tenant)
                .thenApply(known -> known.templates().stream()
                        .filter(template -> template.type().equals(type))
                        .toList());
    }

    @Override
    public CompletableFuture<Slice<Template>> versions(
            String tenant, String type, Channel channel, String locale, Optional<String> before, int limit) {
        return CompletableFuture.supplyAsync(
                () -> store.versions(tenant, type, channel, locale, before, limit), blocking);
    }

    @Override
    public CompletableFuture<Template> put(String tenant, Template template, String actor) {
        return list(tenant, template.type())
                .thenCompose(present -> changed(tenant, () -> {
                    // Not when it is read back: what was stored before there was a limit stays in use for all that
                    // fits.
                    new CompiledTemplate(template).requireRoom();
                    long others = present.stream()
                            .filter(one -> one.channel() != template.channel()
                                    || !one.locale().equals(template.locale()))
                            .count();
                    if (others >= MOST_OF_A_TYPE) {
                        throw new InvalidTemplateException(List.of(new Flaw(
                                "",
                                others + " other templates",
                                "at most " + MOST_OF_A_TYPE + " templates of a type: delete some")));
                    }
                    return store.put(tenant, template, clock.instant(), actor);
                }));
    }

    @Override
    public CompletableFuture<Optional<Template>> set(
            String tenant, String type, Channel channel, String locale, State state, String actor) {
        return changed(tenant, () -> store.set(tenant, type, channel, locale, state, clock.instant(), actor));
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

    @Override
    public void forget(String tenant) {
        changes.incrementAndGet();
        byTenant.remove(tenant);
    }

    private Known load(String tenant) {
        long unchanged = changes.get();
        List<Template> newest = store.newest(tenant);
        Map<String, TemplateSet> sets = new HashMap<>();
        newest.stream().collect(Collectors.groupingBy(Template::type)).forEach((type, templates) -> {
            TemplateSet set = TemplateSet.of(templates);
            if (set.revision() > 0) {
                sets.put(type, set);
            }
        });
        List<Template> present = newest.stream()
                .filter(template -> template.state() != State.DELETED)
                .toList();
        Known found = new Known(Map.copyOf(sets), present);
        byTenant.compute(tenant, (key, known) -> changes.get() == unchanged ? found : known);
        return found;
    }
}
