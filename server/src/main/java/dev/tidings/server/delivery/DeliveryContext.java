package dev.tidings.server.delivery;

import dev.tidings.server.config.Config;
import dev.tidings.server.provider.ProviderPool;
import dev.tidings.server.schedule.DelayQueue;
import dev.tidings.server.schedule.SpillingLog;
import dev.tidings.server.storage.Storage;
import dev.tidings.server.users.Users;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The stores, services and options that delivery attempts and receipts share.
 *
 * @param delayed takes deliveries that wait, and spilled ones
 */
public record DeliveryContext(
        Config.Delivery options,
        Storage storage,
        Users users,
        DelayQueue delayed,
        ProviderPool providers,
        InFlightCalls inFlightCalls,
        DeliveryEvents events) {
    private static final Duration MIN_PAUSE = Duration.ofSeconds(5);

    /**
     * How long to keep away from a provider whose queue is full: with jitter, so that the waiting deliveries do not return together.
     */
    Duration queueFullPause() {
        return MIN_PAUSE.plusMillis(ThreadLocalRandom.current().nextLong(MIN_PAUSE.toMillis()));
    }

    /** The pause after a failed attempt. */
    Duration pauseAfter(int attempt) {
        return Backoff.of(options).pauseAfter(attempt, ThreadLocalRandom.current());
    }

    SpillingLog spillingLog() {
        return new SpillingLog(storage.log(), delayed, storage.ids()::next, storage.clock());
    }

    /** The current time in whole milliseconds, the precision that is stored. */
    Instant now() {
        return Instant.ofEpochMilli(storage.clock().millis());
    }
}
