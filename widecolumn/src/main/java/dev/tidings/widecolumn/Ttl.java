package dev.tidings.widecolumn;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * A time to live that runs from a column of the row instead of from each write. Every cell of a row then expires at the same time, however
 * late it was written, and no partial row remains.
 *
 * <p>The anchor is a timestamp, or the time of a UUIDv7. A key column is the natural choice: it is part of every write and can't change. If
 * it is another column, every write has to carry it, and it may move later but never earlier: an engine drops the cells of the earlier
 * anchor first and must not find older ones behind them. Each cell expires by the anchor it was written with, so a writer that moves the
 * anchor has to write the whole row again, or the other cells expire at the old time.
 */
public record Ttl(Column<?> anchor, Duration life) {
    /** The latest expiry of a row: engines count in nanoseconds or 32 bits of seconds somewhere, and would overflow. */
    private static final Instant LATEST_EXPIRY = Instant.parse("2250-01-01T00:00:00Z");

    public Ttl {
        if (anchor.type() != ColumnType.TIMESTAMP && anchor.type() != ColumnType.UUID) {
            throw new SchemaException("TTL anchored on " + anchor + ": expected a timestamp or a version 7 uuid");
        }
        if (life.toSeconds() < 1) {
            throw new SchemaException("TTL of " + life + " on " + anchor.name() + ": expected at least one second");
        }
    }

    public static Ttl anchored(Column<?> anchor, Duration life) {
        return new Ttl(anchor, life);
    }

    /** The second at which a row with this anchor expires. Whole seconds, rounded up, because Cassandra counts in seconds. */
    public long expirySecond(Object anchorValue) {
        long millis = anchorMillis(anchorValue);
        if (millis > LATEST_EXPIRY.toEpochMilli() - life.toMillis()) {
            throw new InvalidValueException(
                    "TTL anchor " + anchor.name(),
                    anchorValue,
                    "a time that is before " + LATEST_EXPIRY + " with " + life + " added");
        }
        return Math.floorDiv(millis + life.toMillis() + 999, 1000);
    }

    private long anchorMillis(Object value) {
        if (value instanceof Instant instant) {
            return instant.toEpochMilli();
        }
        if (value instanceof UUID uuid) {
            if (uuid.version() != 7) {
                throw new InvalidValueException(
                        "TTL anchor " + anchor.name(), uuid, "a version 7 uuid, which carries a time");
            }
            return uuid.getMostSignificantBits() >>> 16;
        }
        throw new InvalidValueException(
                "TTL anchor " + anchor.name(),
                value,
                "a value in every write, because the row's expiry is counted from it");
    }
}
