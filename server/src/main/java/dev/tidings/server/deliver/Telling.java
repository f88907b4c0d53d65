package dev.tidings.server.deliver;

import dev.tidings.core.log.LogEntry;
import java.util.List;

/** What tenants are told about deliveries. */
public interface Telling {
    Telling NOTHING = happening -> List.of();

    /** Reads what it takes to tell a tenant something, so that {@link #of} need not. May block. */
    default void prepare(String tenant) {}

    /** The records that tell it, the same if it is told again; none if nobody wants to know. */
    List<LogEntry> of(Happening happening);
}
