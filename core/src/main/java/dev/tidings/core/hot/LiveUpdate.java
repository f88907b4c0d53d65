package dev.tidings.core.hot;

import java.util.List;
import java.util.OptionalLong;

/**
 * The changes of a user's inbox that one write made, as the {@link LiveBus} delivers them.
 *
 * @param number the user's number after it
 * @param unread the unread count after it, if it is known
 * @param changes in the order of their ids; may be empty
 */
public record LiveUpdate(LiveNumber number, OptionalLong unread, List<InboxChange> changes) {
    public LiveUpdate {
        changes = List.copyOf(changes);
    }
}
