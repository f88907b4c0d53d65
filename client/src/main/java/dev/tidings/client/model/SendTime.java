package dev.tidings.client.model;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;

/** The time at which a scheduled notification is sent: an instant, a local time, or a delay. */
public record SendTime(Instant sendAt, LocalDateTime sendAtLocal, ZoneId zone, Duration delay) {

    public static SendTime at(Instant time) {
        return new SendTime(time, null, null, null);
    }

    /** @param zone null for that of the user */
    public static SendTime at(LocalDateTime time, ZoneId zone) {
        return new SendTime(null, time, zone, null);
    }

    /** A delay, counted from the acceptance. */
    public static SendTime in(Duration delay) {
        return new SendTime(null, null, null, delay);
    }
}
