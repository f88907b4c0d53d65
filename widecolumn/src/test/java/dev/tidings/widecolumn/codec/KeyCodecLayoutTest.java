package dev.tidings.widecolumn.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Table;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HexFormat;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the key layout byte by byte: it is stored on disk, so a change of it is a change of the format. */
class KeyCodecLayoutTest {
    record Row(
            String name,
            ByteBuffer bytes,
            int small,
            long large,
            Instant at,
            boolean flag,
            double real,
            UUID id,
            String down) {}

    private static final Column<String> NAME = Column.text("name", "a text");
    private static final Table<Row> TABLE = Table.named("layout")
            .comment("one column of each type")
            .partition(NAME, Column.blob("bytes", "a blob"))
            .clustering(
                    Column.integer("small", "an int").asc(),
                    Column.bigint("large", "a bigint").asc(),
                    Column.timestamp("at", "a timestamp").asc(),
                    Column.bool("flag", "a boolean").asc(),
                    Column.real("real", "a double").asc(),
                    Column.uuid("id", "a uuid").asc(),
                    Column.text("down", "a text, largest first").desc())
            .serves(Query.named("all", NAME, Column.blob("bytes", "a blob")))
            .rows(Row.class);

    @Test
    void textsAndBlobsAreEscapedAndClosed() {
        assertThat(hex(0, "a\0b")).isEqualTo("6100ff620000");
        assertThat(hex(0, "")).isEqualTo("0000");
        assertThat(hex(1, ByteBuffer.wrap(new byte[] {0, -1, 1}))).isEqualTo("00ffff010000");
    }

    @Test
    void encoding_leavesTheBlobsPositionUnchanged() {
        ByteBuffer slice = ByteBuffer.wrap(new byte[] {9, 1, 2, 9}, 1, 2);
        assertThat(hex(1, slice)).isEqualTo("01020000");
        assertThat(slice.remaining()).isEqualTo(2);
    }

    @Test
    void numbersHaveTheirSignFlipped() {
        assertThat(hex(2, -1)).isEqualTo("7fffffff");
        assertThat(hex(3, 1L)).isEqualTo("8000000000000001");
        assertThat(hex(4, Instant.ofEpochMilli(-1))).isEqualTo("7fffffffffffffff");
        assertThat(hex(5, true)).isEqualTo("01");
        assertThat(hex(6, 1.0)).isEqualTo("bff0000000000000");
        assertThat(hex(6, -1.0)).isEqualTo("400fffffffffffff");
    }

    @Test
    void uuidsHaveTheirVersionInFront() {
        assertThat(hex(7, UUID.fromString("01234567-89ab-7cde-8f01-23456789abcd")))
                .isEqualTo("70123456789abcde8f0123456789abcd");
        assertThat(hex(7, UUID.fromString("01234567-89ab-1cde-8f01-23456789abcd")))
                .isEqualTo("1cde89ab012345678f0123456789abcd");
    }

    @Test
    void descendingIsInverted() {
        assertThat(hex(8, "a\0")).isEqualTo("9eff00ffff");
    }

    @ParameterizedTest
    @ValueSource(strings = {"61", "6100", "610001", ""})
    void damagedText_isDetected(String damaged) {
        ByteSource in = new ByteSource(HexFormat.of().parseHex(damaged));
        assertThatThrownBy(() -> KeyCodec.decode(TABLE, new Object[9], 0, 1, in))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("damaged");
    }

    private static String hex(int position, Object value) {
        ByteSink out = new ByteSink(16);
        KeyCodec.encode(TABLE, position, value, out);
        return HexFormat.of().formatHex(out.toBytes());
    }
}
