package dev.tidings.server.route;

import dev.tidings.core.deliver.AddressKind;
import java.util.Optional;

/** Who carries what for whom. */
public interface Reach {
    /** Who would be asked first to deliver to such an address, by name; empty if nobody would. May block. */
    Optional<String> carrier(String tenant, AddressKind kind);
}
