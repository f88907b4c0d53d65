package dev.tidings.server.route;

import dev.tidings.core.log.Ownership;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.pipeline.Envelope;
import java.time.Instant;
import java.util.Optional;

/**
 * A record of a batch of the route stage, with everything that the decision about it depends on.
 *
 * @param redelivered whether it may have been routed before
 * @param ownership the ownership of the user's partition under which it was polled
 * @param stored the decision in the tables, if it was routed before
 */
record LoadedNotification(
        Envelope envelope,
        UserKey user,
        boolean redelivered,
        Ownership ownership,
        DecisionInput input,
        Optional<StoredDecision> stored) {

    /** A decision in the tables. */
    record StoredDecision(Decision decision, Instant decidedAt) {}
}
