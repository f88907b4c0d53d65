package dev.tidings.core.model;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hasher128;
import com.dynatrace.hash4j.hashing.Hashing;
import java.time.Instant;
import java.util.UUID;

/**
 * Builds UUIDs of version 7 from a time and given bits or another id, and reads the time of one. They sort by time: 48 bits of
 * milliseconds, then 74 bits that make them unique. It draws no random numbers itself.
 */
public final class UuidV7 {
    private static final long MAX_MILLIS = (1L << 48) - 1;

    /** Determines the position of rows: never changes. */
    private static final Hasher128 HASH = Hashing.murmur3_128();

    private UuidV7() {}

    /**
     * @param randomA 12 bits
     * @param randomB 62 bits
     */
    public static UUID of(long epochMillis, int randomA, long randomB) {
        if (epochMillis < 0 || epochMillis > MAX_MILLIS) {
            throw new IllegalArgumentException("epochMillis: got " + epochMillis + ", expected 0 to " + MAX_MILLIS);
        }
        return new UUID(
                epochMillis << 16 | 0x7000 | randomA & 0xfff,
                0x8000_0000_0000_0000L | randomB & 0x3fff_ffff_ffff_ffffL);
    }

    /** The smallest id of a time, for the start of a range. */
    public static UUID smallestAt(Instant time) {
        return of(time.toEpochMilli(), 0, 0);
    }

    /** A position in time for an id that was assigned earlier. Deterministic: the same arguments give the same position. */
    public static UUID derived(Instant time, UUID id) {
        HashValue128 hash = HASH.hashStream()
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .get();
        return of(time.toEpochMilli(), (int) hash.getMostSignificantBits(), hash.getLeastSignificantBits());
    }

    /** The time in the id. */
    public static Instant time(UUID id) {
        if (id.version() != 7) {
            throw new IllegalArgumentException("id: got " + id + ", expected a version 7 uuid, which carries a time");
        }
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
    }
}
