package dev.tidings.core.hot;

import dev.tidings.core.metadata.Contact;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The port of the hot state: caches, rate windows, live events and tickets. Calls don't block, and no future need be
 * complete when its call returns. Calls made one after the other without waiting reach a remote store in that order.
 *
 * <p>After a loss (a restart, a failover) the state is in a new epoch: nothing kept earlier is found, and every earlier {@link CacheVersion} is
 * invalid.
 *
 * <p>Futures fail with a {@link HotStateException} when the store can't be reached. A writer that can't take a lease must not make its
 * change. Every other call may fail without harm: readers fall back to the tables, and a lease that is not ended expires.
 */
public interface HotState extends AutoCloseable {
    UnreadCounts unread();

    PreferenceCache preferences();

    /** The addresses of users. While a change is in flight nothing is found. */
    FencedCache<Contact> contacts();

    RateWindows rateWindows();

    /** The bus that delivers inbox changes to live connections. */
    LiveBus live();

    Tickets tickets();

    /**
     * Drops the counts, preferences, contacts and windows of all users of a tenant, which is deleted. Values read before are not kept
     * afterwards. Tickets expire by themselves.
     */
    CompletableFuture<Void> forget(String tenant);

    /** Empty if the store answers; otherwise the reason. */
    Optional<String> problem();

    @Override
    void close();
}
