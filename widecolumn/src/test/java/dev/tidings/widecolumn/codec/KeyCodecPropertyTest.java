package dev.tidings.widecolumn.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Properties of the key layout for every pair of keys. The generators often produce edge cases by themselves; combining all edge cases of
 * all columns as well would leave no tries for anything else.
 */
class KeyCodecPropertyTest {
    /** Two keys of one table; the second often shares most of the first, since errors of a layout show there. */
    record Pair(KeyShape shape, Object[] left, Object[] right) {
        @Override
        public String toString() {
            return shape + " " + Arrays.toString(left) + " " + Arrays.toString(right);
        }
    }

    @Property(tries = 4_000, edgeCases = EdgeCasesMode.NONE)
    void oneColumnSortsAsItsValues(@ForAll("single") Pair pair) {
        check(pair);
    }

    @Property(tries = 4_000, edgeCases = EdgeCasesMode.NONE)
    void severalColumnsSortAsTheirTuples(@ForAll("several") Pair pair) {
        check(pair);
    }

    private static void check(Pair pair) {
        byte[] left = pair.shape.encode(pair.left);
        byte[] right = pair.shape.encode(pair.right);
        int expected = Integer.signum(pair.shape.order().compare(pair.left, pair.right));

        assertThat(Integer.signum(Arrays.compareUnsigned(left, right)))
                .as("order of %s and %s", hex(left), hex(right))
                .isEqualTo(expected);
        int mismatch = Arrays.mismatch(left, right);
        if (expected != 0) {
            assertThat(mismatch)
                    .as("neither of %s and %s may be a prefix of the other", hex(left), hex(right))
                    .isBetween(0, Math.min(left.length, right.length) - 1);
        } else {
            assertThat(mismatch).isEqualTo(-1);
        }
        decodesTo(pair.shape, left, pair.left);
        decodesTo(pair.shape, right, pair.right);
    }

    private static void decodesTo(KeyShape shape, byte[] bytes, Object[] row) {
        Object[] decoded = new Object[row.length];
        ByteSource in = new ByteSource(bytes);
        KeyCodec.decode(shape.table(), decoded, 1, shape.table().keySize(), in);
        assertThat(decoded).isEqualTo(row);
        assertThat(in.hasMore()).isFalse();
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, 64));
    }

    @Provide
    Arbitrary<Pair> single() {
        return KeyShape.single().flatMap(KeyCodecPropertyTest::pairs);
    }

    @Provide
    Arbitrary<Pair> several() {
        return KeyShape.several().flatMap(KeyCodecPropertyTest::pairs);
    }

    private static Arbitrary<Pair> pairs(KeyShape shape) {
        int keys = shape.table().keySize() - 1;
        return Combinators.combine(
                        shape.rows(), shape.rows(), Arbitraries.integers().between(0, keys))
                .as((left, right, shared) -> {
                    System.arraycopy(left, 1, right, 1, shared);
                    return new Pair(shape, left, right);
                });
    }
}
