package dev.tidings.server.route;

import dev.tidings.core.deliver.AddressKind;
import java.util.Optional;

/** Finds the provider for an address. */
public interface Reach {
    /** The name of the first provider to try for such an address; empty if there is none. May block. */
    Optional<String> carrier(String tenant, AddressKind kind);
}
