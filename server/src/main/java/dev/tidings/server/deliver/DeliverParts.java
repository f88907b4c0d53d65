package dev.tidings.server.deliver;

import dev.tidings.server.hot.ContactService;
import dev.tidings.server.hot.PreferenceService;
import dev.tidings.server.hot.TypeService;
import dev.tidings.server.intake.IdMint;
import dev.tidings.widecolumn.Engine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.random.RandomGenerator;

/**
 * What deliveries are made with.
 *
 * @param giveUpAfter how long after its time something is still waited with that nobody could be asked to carry
 */
record DeliverParts(
        Engine engine,
        PreferenceService preferences,
        ContactService contacts,
        TypeService types,
        Carriers carriers,
        CallsUnderWay calls,
        Effects effects,
        Telling telling,
        IdMint ids,
        InstantSource clock,
        Backoff backoff,
        Duration giveUpAfter,
        RandomGenerator random) {
    private static final Duration LEAST_AWAY = Duration.ofSeconds(5);

    /** How long to stay away from a provider at which too many wait already. */
    Duration crowded() {
        return LEAST_AWAY.plusMillis(random.nextLong(LEAST_AWAY.toMillis()));
    }

    /** In whole milliseconds, as times are stored. */
    Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
