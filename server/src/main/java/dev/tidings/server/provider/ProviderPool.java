package dev.tidings.server.provider;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.ProviderAccount;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * Returns the providers of a tenant for an address kind, in order of preference, each with its limits. The state of the limits and of the
 * circuit breaker lasts until the account is changed.
 */
public final class ProviderPool {
    private final Providers providers;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final ProviderMeters meters;
    private final ConcurrentMap<String, Cached> cache = new ConcurrentHashMap<>();

    /** The provider of one revision of an account. */
    private record Cached(String kind, long revision, LimitedProvider provider) {}

    /** @param nanos a monotonic clock */
    public ProviderPool(Providers providers, InstantSource clock, LongSupplier nanos, ProviderMeters meters) {
        this.providers = providers;
        this.clock = clock;
        this.meters = meters;
        this.nanos = nanos;
    }

    /** The state of an account since it was changed last, or since the start; healthy if it was not used. */
    public ProviderState state(ProviderAccount account) {
        Cached used = cache.get(account.id());
        return used != null && used.revision() == account.revision()
                ? used.provider().state()
                : ProviderState.HEALTHY;
    }

    /** The tenant's providers for this kind of address, in order of preference. May block. */
    public List<LimitedProvider> providersFor(String tenant, AddressKind kind) {
        List<OpenProvider> open = providers.openFor(tenant, kind);
        List<LimitedProvider> providers = new ArrayList<>(open.size());
        for (OpenProvider one : open) {
            providers.add(limited(one));
        }
        return providers;
    }

    /** The id of the first provider to try for this kind of address; empty if there is none. May block. */
    public Optional<String> firstProvider(String tenant, AddressKind kind) {
        return providers.openFor(tenant, kind).stream().findFirst().map(OpenProvider::id);
    }

    private LimitedProvider limited(OpenProvider open) {
        Cached now = cache.get(open.id());
        return now != null && now.revision() == open.account().revision() ? now.provider() : recreate(open);
    }

    private LimitedProvider recreate(OpenProvider open) {
        return cache.compute(
                        open.id(),
                        (id, before) -> before != null
                                        && before.revision() == open.account().revision()
                                ? before
                                : new Cached(
                                        open.account().kind(), open.account().revision(), create(open)))
                .provider();
    }

    /** Drops the limits and circuit breakers of a deleted tenant. */
    public void forget(String tenant) {
        cache.keySet().removeIf(id -> id.startsWith(ProviderAccount.id(tenant, "")));
    }

    /** Reports the kind and the state of the circuit breaker of each account used so far. */
    void forEach(BiConsumer<String, CircuitBreaker.State> each) {
        cache.values()
                .forEach(cached -> each.accept(cached.kind(), cached.provider().circuitState()));
    }

    private LimitedProvider create(OpenProvider open) {
        return new LimitedProvider(
                open.id(),
                open.provider(),
                new CallLimits(
                        open.account().timeout(),
                        open.account().maxConcurrent(),
                        open.account().perSecond()),
                clock,
                meters.of(open.account().kind()),
                nanos);
    }
}
