package dev.tidings.server.intake;

import java.time.Instant;
import java.util.Optional;

/** The result of checking a {@link Submission}, before anything is claimed or stored. */
sealed interface SendPlan {

    /**
     * It can be accepted.
     *
     * @param due the send time; empty if at once
     */
    record Send(Optional<Instant> due) implements SendPlan {}

    /** It can't be accepted now. It may be a retry of a request that was. */
    record Refused(SubmitResult result) implements SendPlan {}
}
