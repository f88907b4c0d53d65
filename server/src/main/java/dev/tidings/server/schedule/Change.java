package dev.tidings.server.schedule;

import java.time.Instant;

/** What came of the wish to cancel or move something scheduled. */
public sealed interface Change {

    /** It will not be sent: by this call, or by one before. */
    record Cancelled() implements Change {}

    /** It will be sent then, and not at the time it had before. */
    record Moved(Instant due) implements Change {}

    /** It is sent, or about to be. Nothing was changed. */
    record TooLate(Instant due) implements Change {}

    /** There is none of this tenant. */
    record NotFound() implements Change {}
}
