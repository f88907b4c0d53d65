package dev.tidings.core.hot;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Short-lived tickets that stand for a stored value and can be redeemed once, such as those with which a browser authenticates a live
 * connection. A client whose ticket is lost asks for another.
 */
public interface Tickets {

    /** Stores a value under the ticket. */
    CompletableFuture<Void> issue(String ticket, String value, Duration life);

    /** Redeems a ticket. Empty if it is unknown, was redeemed before, or has expired. Of concurrent callers exactly one gets the value. */
    CompletableFuture<Optional<String>> redeem(String ticket);
}
