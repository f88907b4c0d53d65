package dev.tidings.server.deliver;

import dev.tidings.core.deliver.AddressKind;
import dev.tidings.server.provider.OpenProvider;
import dev.tidings.server.provider.Providers;
import java.util.ArrayList;
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
        List<OpenProvider> open = providers.carrying(tenant, kind);
        List<Carrier> carriers = new ArrayList<>(open.size());
        for (OpenProvider one : open) {
            carriers.add(carrier(one));
        }
        return carriers;
    }

    private Carrier carrier(OpenProvider open) {
        Known now = known.get(open.id());
        return now != null && now.revision() == open.account().revision() ? now.carrier() : renewed(open);
    }

    private Carrier renewed(OpenProvider open) {
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
