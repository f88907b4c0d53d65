package dev.tidings.widecolumn.codec;

import dev.tidings.widecolumn.ColumnType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generates key values, edge cases often, and compares them independently of the codec. */
final class KeyValues {
    private static final String LAST_CHARACTER = Character.toString(0x10FFFF);

    private KeyValues() {}

    static Arbitrary<Object> of(ColumnType type) {
        return switch (type) {
            case TEXT -> texts().asGeneric();
            case BLOB -> blobs().asGeneric();
            case UUID -> uuids().asGeneric();
            case INT -> Arbitraries.integers().edgeCases(e -> e.add(-1, 0, 1)).asGeneric();
            case BIGINT -> Arbitraries.longs().asGeneric();
            case BOOLEAN -> Arbitraries.of(true, false).asGeneric();
            case DOUBLE -> doubles().asGeneric();
            case TIMESTAMP -> instants().asGeneric();
            case TEXT_MAP, TEXT_SET -> throw new IllegalArgumentException(type + " can't be part of a key");
        };
    }

    /** Short texts over few characters collide often, which exposes wrong escapes. */
    private static Arbitrary<String> texts() {
        Arbitrary<String> few = Arbitraries.of(
                        "\0", "\1", "a", "b", "\u007f", "\u0080", "\u00ff", "\uffff", LAST_CHARACTER)
                .list()
                .ofMaxSize(4)
                .map(parts -> String.join("", parts));
        Arbitrary<String> any = Arbitraries.integers()
                .between(0, 0x10FFFF)
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .map(Character::toString)
                .list()
                .ofMaxSize(12)
                .map(parts -> String.join("", parts));
        Arbitrary<String> longOnes = Combinators.combine(
                        Arbitraries.of("\0", "a", "\u00ff", LAST_CHARACTER), Arbitraries.of("", "\0", "\1", "z"))
                .as((unit, tail) -> {
                    int units = (65_535 - utf8(tail).length) / utf8(unit).length;
                    return unit.repeat(units) + tail;
                });
        return Arbitraries.frequencyOf(
                Tuple.of(12, few), Tuple.of(6, any), Tuple.of(2, Arbitraries.just("")), Tuple.of(1, longOnes));
    }

    private static Arbitrary<ByteBuffer> blobs() {
        Arbitrary<Byte> separators = Arbitraries.of((byte) 0, (byte) 1, (byte) 0xfe, (byte) 0xff);
        Arbitrary<Byte> either = Arbitraries.oneOf(separators, Arbitraries.bytes());
        Arbitrary<byte[]> shortOnes = either.array(byte[].class).ofMaxSize(6);
        Arbitrary<byte[]> longOnes = separators.map(b -> {
            byte[] bytes = new byte[65_535];
            Arrays.fill(bytes, b);
            return bytes;
        });
        return Arbitraries.frequencyOf(Tuple.of(20, shortOnes), Tuple.of(1, longOnes))
                .map(ByteBuffer::wrap);
    }

    /** Every version that four bits allow, with halves that differ in single bits as well as in all. */
    private static Arbitrary<UUID> uuids() {
        Arbitrary<Long> halves = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.longs()),
                Tuple.of(1, Arbitraries.of(0L, -1L)),
                Tuple.of(2, Arbitraries.integers().between(0, 63).map(bit -> 1L << bit)));
        return Combinators.combine(halves, halves, Arbitraries.integers().between(0, 15))
                .as((high, low, version) -> new UUID(high & ~0xf000L | (long) version << 12, low));
    }

    private static Arbitrary<Double> doubles() {
        return Arbitraries.oneOf(
                Arbitraries.longs().map(Double::longBitsToDouble).filter(d -> !d.isNaN()),
                Arbitraries.of(
                        0.0,
                        -0.0,
                        1.0,
                        -1.0,
                        Double.MIN_VALUE,
                        -Double.MIN_VALUE,
                        Double.MIN_NORMAL,
                        -Double.MIN_NORMAL,
                        Double.MAX_VALUE,
                        -Double.MAX_VALUE,
                        Double.POSITIVE_INFINITY,
                        Double.NEGATIVE_INFINITY));
    }

    private static Arbitrary<Instant> instants() {
        return Arbitraries.oneOf(
                        Arbitraries.longs(),
                        Arbitraries.longs().between(-2_000, 2_000),
                        Arbitraries.of(Long.MIN_VALUE, Long.MAX_VALUE))
                .map(Instant::ofEpochMilli);
    }

    static Comparator<Object> order(ColumnType type) {
        return switch (type) {
            case TEXT -> (a, b) -> Arrays.compareUnsigned(utf8((String) a), utf8((String) b));
            case BLOB -> (a, b) -> Arrays.compareUnsigned(((ByteBuffer) a).array(), ((ByteBuffer) b).array());
            case UUID -> (a, b) -> compareUuids((UUID) a, (UUID) b);
            case INT -> (a, b) -> Integer.compare((Integer) a, (Integer) b);
            case BIGINT -> (a, b) -> Long.compare((Long) a, (Long) b);
            case BOOLEAN -> (a, b) -> Boolean.compare((Boolean) a, (Boolean) b);
            case DOUBLE -> (a, b) -> Double.compare((Double) a, (Double) b);
            case TIMESTAMP -> (a, b) -> ((Instant) a).compareTo((Instant) b);
            case TEXT_MAP, TEXT_SET -> throw new IllegalArgumentException(type + " can't be part of a key");
        };
    }

    /** As Cassandra's UUIDType: by version, version 1 by its timestamp, the rest unsigned. */
    private static int compareUuids(UUID a, UUID b) {
        if (a.version() != b.version()) {
            return Integer.compare(a.version(), b.version());
        }
        int high = a.version() == 1
                ? Long.compare(a.timestamp(), b.timestamp())
                : Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
