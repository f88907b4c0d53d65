package dev.tidings.server.deliver;

import dev.tidings.core.deliver.AddressKind;
import java.util.List;

/** Who carries what for whom. */
public interface Carriers {
    /** Those of the tenant that can reach such an address, in the order in which they are to be asked. May block. */
    List<Carrier> of(String tenant, AddressKind kind);
}
