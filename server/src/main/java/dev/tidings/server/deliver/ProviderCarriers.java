package dev.tidings.server.deliver;

import dev.tidings.core.deliver.AddressKind;
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
public final class ProviderCarriers implements Carriers {
    private final Providers providers;
    private final LongSupplier nanos;
    private final ConcurrentMap<String, Cached> cache = new ConcurrentHashMap<>();

    /** The provider of one revision of an account. */
    private record Cached(long revision, Carrier carrier) {}

    /** @param nanos a monotonic clock */
    public ProviderCarriers(Providers providers, LongSupplier nanos) {
        this.providers = providers;
        this.nanos = nanos;
    }

    @Override
    public List<Carrier> of(String tenant, AddressKind kind) {
        List<OpenProvider> open = providers.carrying(tenant, kind);
        List<Carrier> carriers = new ArrayList<>(open.size());
        for (OpenProvider one : open) {
            carriers.add(carrier(one));
        }
        return carriers;
    }

    private Carrier carrier(OpenProvider open) {
        Cached now = cache.get(open.id());
        return now != null && now.revision() == open.account().revision() ? now.carrier() : recreate(open);
    }

    private Carrier recreate(OpenProvider open) {
        return cache.compute(
                        open.id(),
                        (id, before) -> before != null
                                        && before.revision() == open.account().revision()
                                ? before
                                : new Cached(open.account().revision(), carrier(open, nanos)))
                .carrier();
    }

    private static Carrier carrier(OpenProvider open, LongSupplier nanos) {
        return new Carrier(
                open.id(),
                open.provider(),
                open.account().timeout(),
                open.account().maxConcurrent(),
                open.account().perSecond(),
                nanos);
    }
}
