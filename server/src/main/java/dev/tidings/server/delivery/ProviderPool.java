package dev.tidings.server.delivery;

import dev.tidings.core.delivery.AddressKind;
import java.util.List;

/** The providers that can deliver to an address. */
public interface ProviderPool {
    /** The tenant's providers for this kind of address, in order of preference. May block. */
    List<LimitedProvider> providersFor(String tenant, AddressKind kind);
}
