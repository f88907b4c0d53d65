package dev.tidings.templates;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.ResultPage;
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

/**
 * Reads, changes and compiles the templates of all tenants. Used to accept and render notifications and by the template API. Does not
 * block unless noted.
 *
 * <p>All current templates of a tenant are cached after the first access, and earlier revisions in an LRU cache. Changes are validated,
 * stored, and drop the tenant's cache.
 */
public final class TemplateService {
    /** The limit for one type, across channels and languages: a send of the type checks all of them. */
    private static final int MAX_PER_TYPE = 200;

    private static final int MAX_EARLIER_SETS = 1_000;

    private final MetadataStore.Templates store;
    private final MetadataStore.Tenants tenants;
    private final Executor blocking;
    private final InstantSource clock;
    private final ConcurrentMap<String, Cached> byTenant = new ConcurrentHashMap<>();
    private final Cache<Revision, TemplateSet> earlier =
            Caffeine.newBuilder().maximumSize(MAX_EARLIER_SETS).build();
    /** Counts changes: a result read during a change is not cached. */
    private final AtomicLong changes = new AtomicLong();

    /** @param templates the newest version of each channel and locale, without deleted ones */
    private record Cached(Map<String, TemplateSet> sets, List<Template> templates, String defaultLocale) {}

    /** Identifies an earlier set of templates. */
    private record Revision(String tenant, String type, int revision) {}

    /** @param blocking the executor for calls that block on the database */
    public TemplateService(MetadataStore metadata, Executor blocking, InstantSource clock) {
        this.store = metadata.templates();
        this.tenants = metadata.tenants();
        this.blocking = blocking;
        this.clock = clock;
    }

    /** The active templates by type. Types without any are absent. */
    public CompletableFuture<Map<String, TemplateSet>> all(String tenant) {
        return cached(tenant).thenApply(Cached::sets);
    }

    private CompletableFuture<Cached> cached(String tenant) {
        Cached cached = byTenant.get(tenant);
        return cached != null
                ? CompletableFuture.completedFuture(cached)
                : CompletableFuture.supplyAsync(() -> load(tenant), blocking);
    }

    /** The templates of a type at the revision a notification was accepted with. For workers: may block. */
    public TemplateSet at(String tenant, String type, int revision) {
        if (revision == 0) {
            return TemplateSet.NONE;
        }
        Cached found = byTenant.get(tenant);
        Cached cached = found == null ? load(tenant) : found;
        TemplateSet now = cached.sets().get(type);
        if (now != null && now.revision() == revision) {
            return now;
        }
        String locale = cached.defaultLocale();
        return earlier.get(
                        new Revision(tenant, type, revision),
                        old -> TemplateSet.of(store.at(tenant, type, revision), locale))
                .withDefaultLocale(locale);
    }

    /** The templates of a type by channel and locale, inactive ones included. */
    public CompletableFuture<List<Template>> list(String tenant, String type) {
        return cached(tenant)
                .thenApply(cached -> cached.templates().stream()
                        .filter(template -> template.type().equals(type))
                        .toList());
    }

    public CompletableFuture<ResultPage<Template>> versions(
            String tenant, String type, Channel channel, String locale, Optional<String> before, int limit) {
        return CompletableFuture.supplyAsync(
                () -> store.versions(tenant, type, channel, locale, before, limit), blocking);
    }

    /**
     * Fails with an {@link InvalidTemplateException} if the template has errors, or if the type has too many templates.
     *
     * @return the stored template
     */
    public CompletableFuture<Template> put(String tenant, Template template, String actor) {
        return list(tenant, template.type())
                .thenCompose(present -> changed(tenant, () -> {
                    // Not checked when templates are loaded: one stored before there was a limit stays in use for
                    // content that fits.
                    CompiledTemplate compiled = new CompiledTemplate(template);
                    compiled.requireStorable();
                    long others = present.stream()
                            .filter(one -> one.channel() != template.channel()
                                    || !one.locale().equals(template.locale()))
                            .count();
                    if (others >= MAX_PER_TYPE) {
                        throw new InvalidTemplateException(List.of(new TemplateError(
                                "",
                                others + " other templates",
                                "at most " + MAX_PER_TYPE + " templates of a type: delete some")));
                    }
                    return store.put(tenant, template.withVariables(compiled.variables()), clock.instant(), actor);
                }));
    }

    /** Empty if it does not exist. */
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

    /** Invalidates the cache after a change elsewhere: a type or the tenant was deleted, or the tenant's default locale changed. */
    public void forget(String tenant) {
        changes.incrementAndGet();
        byTenant.remove(tenant);
        // A tenant that is created anew starts with the first revision.
        earlier.asMap().keySet().removeIf(revision -> revision.tenant().equals(tenant));
    }

    private Cached load(String tenant) {
        long unchanged = changes.get();
        List<Template> newest = store.newest(tenant);
        String locale = tenants.find(tenant).map(Tenant::defaultLocale).orElse(Tenant.DEFAULT_LOCALE);
        Map<String, TemplateSet> sets = new HashMap<>();
        newest.stream().collect(Collectors.groupingBy(Template::type)).forEach((type, templates) -> {
            TemplateSet set = TemplateSet.of(templates, locale);
            if (set.revision() > 0) {
                sets.put(type, set);
            }
        });
        List<Template> present = newest.stream()
                .filter(template -> template.state() != State.DELETED)
                .toList();
        Cached found = new Cached(Map.copyOf(sets), present, locale);
        byTenant.compute(tenant, (key, cached) -> changes.get() == unchanged ? found : cached);
        return found;
    }
}
