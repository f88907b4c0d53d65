package dev.tidings.server.delivery;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.server.provider.OpenProvider;
import dev.tidings.server.provider.Providers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/**
 * The provider pool over the tenants' accounts. The limits and circuit breaker of an account keep their state until the account is
 * changed.
 */
public final class AccountProviderPool implements ProviderPool {
    private final Providers providers;
    private final LongSupplier nanos;
    private final ConcurrentMap<String, Cached> cache = new ConcurrentHashMap<>();

    /** The provider of one revision of an account. */
    private record Cached(long revision, LimitedProvider provider) {}

    /** @param nanos a monotonic clock */
    public AccountProviderPool(Providers providers, LongSupplier nanos) {
        this.providers = providers;
        this.nanos = nanos;
    }

    @Override
    public List<LimitedProvider> providersFor(String tenant, AddressKind kind) {
        List<OpenProvider> open = providers.openFor(tenant, kind);
        List<LimitedProvider> providers = new ArrayList<>(open.size());
        for (OpenProvider one : open) {
            providers.add(carrier(one));
        }
        return providers;
    }

    private LimitedProvider carrier(OpenProvider open) {
        Cached now = cache.get(open.id());
        return now != null && now.revision() == open.account().revision() ? now.provider() : recreate(open);
    }

    private LimitedProvider recreate(OpenProvider open) {
        return cache.compute(
                        open.id(),
                        (id, before) -> before != null
                                        && before.revision() == open.account().revision()
                                ? before
                                : new Cached(open.account().revision(), carrier(open, nanos)))
                .provider();
    }

    private static LimitedProvider carrier(OpenProvider open, LongSupplier nanos) {
        return new LimitedProvider(
                open.id(),
                open.provider(),
                open.account().timeout(),
                open.account().maxConcurrent(),
                open.account().perSecond(),
                nanos);
    }
}
