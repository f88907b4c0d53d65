package dev.tidings.server.route;

import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.Suppression;

/**
 * What was decided about one channel.
 *
 * @param reason null unless it is suppressed
 */
record Verdict(DeliveryState state, Suppression reason) {
    static final Verdict DELIVER = new Verdict(DeliveryState.DELIVERED, null);
    static final Verdict EXPIRED = new Verdict(DeliveryState.EXPIRED, null);

    static Verdict suppress(Suppression reason) {
        return new Verdict(DeliveryState.SUPPRESSED, reason);
    }

    boolean delivers() {
        return state == DeliveryState.DELIVERED;
    }

    /** As it stands in the tables: the state, and the reason after a space. */
    String text() {
        return reason == null ? state.wire() : state.wire() + " " + reason.wire();
    }
}
