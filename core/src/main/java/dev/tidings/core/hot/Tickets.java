package dev.tidings.core.hot;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What can be taken once, by whoever has its name, and for a short time only. A ticket that is lost is asked for again. */
public interface Tickets {

    /** Keeps it for whoever comes first. */
    CompletableFuture<Void> keep(String ticket, String value, Duration life);

    /** Empty if there is none of this name, it was taken before, or its time is over. Of many who ask at once, one has it. */
    CompletableFuture<Optional<String>> take(String ticket);
}
