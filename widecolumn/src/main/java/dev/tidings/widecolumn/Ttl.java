package dev.tidings.widecolumn;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/**
 * How long a row lives, counted from a column of the row itself rather than from each write. Every cell of a row then expires
 * at the same moment, however late it was written, and no ghost of the row is left behind.
 *
 * <p>The anchor is a timestamp, or a UUIDv7 whose time is taken. A key column is the natural choice: it is part of every write
 * and can't change. If it is another column, every write has to carry it, and it may move later but never earlier: an engine
 * drops the cells of the earlier anchor first and must not find older ones behind them.
 */
public record Ttl(Column<?> anchor, Duration life) {
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

    /**
     * The second from which a row with this anchor is gone. Whole seconds, rounded up, because that is what Cassandra counts in.
     */
    public long expirySecond(Object anchorValue) {
        long millis = anchorMillis(anchorValue);
        try {
            return Math.floorDiv(Math.addExact(Math.addExact(millis, life.toMillis()), 999), 1000);
        } catch (ArithmeticException e) {
            throw new InvalidValueException(
                    "TTL anchor " + anchor.name(), anchorValue, "a time to which " + life + " can be added");
        }
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
