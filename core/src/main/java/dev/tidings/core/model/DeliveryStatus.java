package dev.tidings.core.model;

import java.time.Instant;
import java.util.Optional;

/**
 * The state of a delivery and its reason. Stored as {@link StatusText}: the name of the state, followed by a space and the reason if there
 * is one, such as {@code suppressed opted_out}.
 *
 * @param reason the name of a {@link Suppression}, or the failure code of a provider; null if there is none
 */
public record DeliveryStatus(DeliveryState state, String reason) {
    public static DeliveryStatus of(DeliveryState state) {
        return new DeliveryStatus(state, null);
    }

    public static DeliveryStatus suppressed(Suppression reason) {
        return new DeliveryStatus(DeliveryState.SUPPRESSED, reason.wire());
    }

    public static DeliveryStatus failed(String reason) {
        return new DeliveryStatus(DeliveryState.FAILED, reason);
    }

    /** @throws IllegalStateException if the text does not begin with the name of a state: a newer version wrote it, or it is damaged */
    public static DeliveryStatus parse(String text) {
        return find(text)
                .orElseThrow(() -> new IllegalStateException("delivery state '"
                        + StatusText.parse(text).state() + "' in a row: this version does not know it"));
    }

    /** As {@link #parse}, but empty if this version does not know the state. */
    public static Optional<DeliveryStatus> find(String text) {
        StatusText stored = StatusText.parse(text);
        return DeliveryState.ofWire(stored.state()).map(state -> new DeliveryStatus(state, stored.reason()));
    }

    /** The stored text, which {@link #parse} reads. */
    public String text() {
        return StatusText.of(this).text();
    }

    /**
     * The write time in microseconds: the later write is the one of higher rank. Two reports of one rank must not share a write time:
     * Cassandra would keep the one that expires later, by its own clock, and the result would depend on the order of arrival.
     *
     * @param round as in {@link DeliveryState#writeTime}
     */
    public long writeTime(Instant createdAt, int round) {
        int offset = reason == null ? 0 : 1 + Math.floorMod(reason.hashCode(), DeliveryState.REASONS_PER_RANK - 1);
        return state.writeTime(createdAt, round) + offset;
    }
}
