package dev.tidings.widecolumn.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.widecolumn.ColumnType;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class CellCodecTest {
    record Cell(ColumnType type, Object value) {}

    @Property(tries = 2_000)
    void cells_roundTrip(@ForAll("cells") Cell cell) {
        ByteSink out = new ByteSink(16);
        out.put(0x5a);
        CellCodec.encode(cell.type, cell.value, out);
        out.put(0xa5);

        ByteSource in = new ByteSource(out.toBytes());
        in.get();
        assertThat(CellCodec.decode(cell.type, in, in.getVarint())).isEqualTo(cell.value);
        assertThat(in.get()).as("the byte after the cell").isEqualTo((byte) 0xa5);
    }

    @Provide
    Arbitrary<Cell> cells() {
        return Arbitraries.of(ColumnType.values())
                .filter(type -> !type.isCollection())
                .flatMap(type -> KeyValues.of(type).map(value -> new Cell(type, value)));
    }

    /** Tests of the cell encoding. Ties of the write time are broken by these bytes, so they must be the ones Cassandra compares. */
    @Test
    void bytesAreThoseOfCassandra() {
        assertThat(hex(ColumnType.TEXT, "a€")).isEqualTo("0461e282ac");
        assertThat(hex(ColumnType.INT, -2)).isEqualTo("04fffffffe");
        assertThat(hex(ColumnType.BIGINT, 1L)).isEqualTo("080000000000000001");
        assertThat(hex(ColumnType.TIMESTAMP, Instant.ofEpochMilli(-1))).isEqualTo("08ffffffffffffffff");
        assertThat(hex(ColumnType.BOOLEAN, true)).isEqualTo("0101");
        assertThat(hex(ColumnType.DOUBLE, -0.0)).isEqualTo("088000000000000000");
        assertThat(hex(ColumnType.UUID, UUID.fromString("01234567-89ab-7cde-8f01-23456789abcd")))
                .isEqualTo("100123456789ab7cde8f0123456789abcd");
        assertThat(hex(ColumnType.BLOB, ByteBuffer.allocate(0))).isEqualTo("00");
    }

    @Test
    void aLongValueHasALengthOfSeveralBytes() {
        assertThat(hex(ColumnType.TEXT, "x".repeat(200))).startsWith("c801").hasSize(2 * 202);
    }

    @Test
    void valueOfTheWrongSize_isDetected() {
        ByteSource in = new ByteSource(new byte[3]);
        assertThatThrownBy(() -> CellCodec.decode(ColumnType.INT, in, 3))
                .hasMessage("damaged value: a int of 3 bytes, expected 4");
        assertThatThrownBy(() -> CellCodec.decode(ColumnType.TEXT, in, 4))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("needs 4 bytes");
    }

    @Test
    void endlessLength_isDetected() {
        ByteSource in = new ByteSource(HexFormat.of().parseHex("ffffffffffff"));
        assertThatThrownBy(in::getVarint).isInstanceOf(IllegalStateException.class);
    }

    private static String hex(ColumnType type, Object value) {
        ByteSink out = new ByteSink(16);
        CellCodec.encode(type, value, out);
        return HexFormat.of().formatHex(out.toBytes());
    }
}
