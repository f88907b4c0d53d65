package dev.tidings.server.delivery;

import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.provider.ProviderPool;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.users.ContactService;
import dev.tidings.server.users.PreferenceService;
import dev.tidings.widecolumn.Engine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * The services and settings that delivery attempts share.
 *
 * @param giveUpAfter how long a delivery may wait without any provider available before it becomes a dead letter
 */
record DeliveryContext(
        Engine engine,
        PreferenceService preferences,
        ContactService contacts,
        TypeService types,
        ProviderPool providers,
        InFlightCalls inFlightCalls,
        OutcomeWriter outcomes,
        DeliveryEvents events,
        IdGenerator ids,
        InstantSource clock,
        Backoff backoff,
        Duration giveUpAfter,
        RandomGenerator random) {
    private static final Duration MIN_PAUSE = Duration.ofSeconds(5);

    /**
     * How long to keep away from a provider whose queue is full: with jitter, so that the waiting deliveries do not return together.
     */
    Duration queueFullPause() {
        return MIN_PAUSE.plusMillis(random.nextLong(MIN_PAUSE.toMillis()));
    }

    /** The current time in whole milliseconds, the precision that is stored. */
    Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
