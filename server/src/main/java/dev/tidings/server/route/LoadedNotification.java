package dev.tidings.server.route;

import dev.tidings.core.hot.OwnerEpoch;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.pipeline.Envelope;
import java.time.Instant;
import java.util.Optional;

/**
 * A record of a batch of the route stage, with everything that the decision about it depends on.
 *
 * @param owner the owner of the user's partition that polled it
 * @param redelivered whether it may have been routed before
 * @param stored the decision in the tables, if it was routed before
 */
record LoadedNotification(
        Envelope envelope,
        UserKey user,
        OwnerEpoch owner,
        boolean redelivered,
        DecisionInput input,
        Optional<StoredDecision> stored) {

    /** A decision in the tables. */
    record StoredDecision(Decision decision, Instant decidedAt) {}
}
