package dev.tidings.core.hot;

import dev.tidings.core.meta.Contact;
import java.util.Optional;

/**
 * Everything that is hot, by what it is about. Calls don't block. What is in memory answers with a future that is complete already;
 * calls that are made one after the other without waiting reach a store in that order.
 *
 * <p>After a loss (a restart, a failover) the state is in a new epoch: nothing kept before it is found, and no {@link Stamp} from
 * before is good for anything.
 *
 * <p>Futures fail with a {@link HotStateException} when the store can't be reached. Whoever can't announce a change must not make it;
 * every other call may fail without harm: who asks goes to the tables, and an announcement nobody ends is over after its lease.
 */
public interface HotState extends AutoCloseable {
    UnreadCounts unread();

    PreferenceCache preferences();

    /** Where users can be reached. While a change is under way nothing is found. */
    FencedCache<Contact> contacts();

    RateWindows windows();

    /** Who is told at once. */
    LiveBus live();

    Tickets tickets();

    /** Empty if it answers; otherwise why not. */
    Optional<String> problem();

    @Override
    void close();
}
