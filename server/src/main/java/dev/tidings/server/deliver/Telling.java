package dev.tidings.server.deliver;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.server.log.Outgoing;
import java.util.List;

/** What tenants are told about deliveries. */
public interface Telling {
    Telling NOTHING = (outgoing, state, reason) -> List.of();

    /**
     * The records that tell it, the same if it is told again; none if nobody wants to know.
     *
     * @param reason null if there is none
     */
    List<LogEntry> of(Outgoing outgoing, DeliveryState state, String reason);
}
