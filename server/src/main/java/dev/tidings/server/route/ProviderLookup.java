package dev.tidings.server.route;

import dev.tidings.core.delivery.AddressKind;
import java.util.Optional;

/** Finds the provider for an address. */
public interface ProviderLookup {
    /** The name of the first provider to try for such an address; empty if there is none. May block. */
    Optional<String> firstProvider(String tenant, AddressKind kind);
}
