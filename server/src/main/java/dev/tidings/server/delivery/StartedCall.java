package dev.tidings.server.delivery;

import dev.tidings.core.delivery.Outcome;
import java.time.Instant;
import java.util.UUID;

/**
 * A provider call that is about to be made.
 *
 * @param id minted before the call, and the key of its row
 * @param addressId the id of the user's address
 */
record StartedCall(UUID id, String addressId, String provider, Instant at) {
    AnsweredCall answered(int tookMillis, Outcome outcome) {
        return new AnsweredCall(this, tookMillis, outcome);
    }
}
