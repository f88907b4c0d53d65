package dev.tidings.server.deliver;

import dev.tidings.core.deliver.AddressKind;
import dev.tidings.server.provider.OpenProvider;
import dev.tidings.server.provider.Providers;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;

/** The tenants' accounts as carriers. How busy each is, and whether it works, is remembered until the account is changed. */
public final class ProviderCarriers implements Carriers {
    private final Providers providers;
    private final LongSupplier nanos;
    private final ConcurrentMap<String, Known> known = new ConcurrentHashMap<>();

    private record Known(long revision, Carrier carrier) {}

    /** @param nanos a clock that only goes forward */
    public ProviderCarriers(Providers providers, LongSupplier nanos) {
        this.providers = providers;
        this.nanos = nanos;
    }

    @Override
    public List<Carrier> of(String tenant, AddressKind kind) {
        return providers.carrying(tenant, kind).stream().map(this::carrier).toList();
    }

    private Carrier carrier(OpenProvider open) {
        return known.compute(
                        open.id(),
                        (id, before) -> before != null
                                        && before.revision() == open.account().revision()
                                ? before
                                : new Known(open.account().revision(), carrier(open, nanos)))
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
