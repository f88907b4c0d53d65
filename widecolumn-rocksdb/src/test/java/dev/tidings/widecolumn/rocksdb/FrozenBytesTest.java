package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.codec.ByteSink;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Keys, fragments and delete notes byte by byte, as format 1 has them. {@link FrozenStoreTest} reads what was written so. */
class FrozenBytesTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final int[] COLUMN_IDS = {0, 0, 1, 2, 3, 4};
    private static final long WRITE_TIME = 1_800_000_000_000_000L;

    private static final String LIVING = "7fffffff" + "8000000000000000";
    private static final String NO_EXPIRY = "00" + "00" + "0000000000000000";

    /** Length, an upsert, its write time; then label, grams, an entry of stops, sent. */
    private static final String UPSERT = "00000027" + "01" + "0006651728988000" + "04" + "02c3a9" + "08" + "04000004e2"
            + "0e" + "056465706f74" + "02696e" + "10" + "08000001a1df141e00";

    /** Length, an upsert, its write time; then the label cleared and an entry of stops taken out. */
    private static final String REMOVALS = "00000011" + "01" + "0006651728988000" + "05" + "0f" + "056465706f74";

    private final RowEncoder rows = new RowEncoder(FrozenStore.TABLE, COLUMN_IDS);

    @Test
    void key_isHashPartitionAndClustering() {
        ByteSink key = new ByteSink(64);
        rows.keyPrefix(new Object[] {"ada", FrozenStore.FIRST}, 2, key);
        assertThat(hex(key)).isEqualTo("867c63e315f0c221" + "6164610000" + "8fe65791e627f5437210fffffffffffe");
    }

    @Test
    void upsert_isAFragmentOfCells() {
        Upsert upsert = FrozenStore.TABLE.upsert(
                new FrozenStore.Parcel("ada", FrozenStore.FIRST, "é", 1250, Map.of("depot", "in"), FrozenStore.WHEN));
        assertThat(fragment(upsert, Fragment.NEVER)).isEqualTo(LIVING + NO_EXPIRY + UPSERT);
        assertThat(fragment(upsert, 1_900_000_000L))
                .isEqualTo(LIVING + "02" + "00" + "0006c00a3912c000" + UPSERT + "00000000");
    }

    @Test
    void removals_areCellsOfTheirOwn() {
        Upsert upsert = FrozenStore.TABLE
                .update("ada", FrozenStore.FIRST)
                .clear(FrozenStore.LABEL)
                .remove(FrozenStore.STOPS, "depot");
        assertThat(fragment(upsert, Fragment.NEVER)).isEqualTo(LIVING + NO_EXPIRY + REMOVALS);
    }

    @Test
    void deleteNote_hasAllOfItInItsKey() {
        ByteSink rowKey = new ByteSink(4).putInt(0x0a0b0c0d);
        byte[] key = PurgeEntry.key(1_900_000_000L, "parcels", rowKey, WRITE_TIME);
        String due = "00000000713fb300";
        assertThat(HEX.formatHex(key)).isEqualTo(due + "0770617263656c73" + "0a0b0c0d" + "0006651728988000");
        PurgeEntry read = PurgeEntry.read(key, new byte[0]);
        assertThat(read.table()).isEqualTo("parcels");
        assertThat(read.rowKey()).containsExactly(0x0a, 0x0b, 0x0c, 0x0d);
        assertThat(read.deletedAt()).isEqualTo(WRITE_TIME);
    }

    /** The first version kept the write time as the value. */
    @Test
    void oldDeleteNote_isRead() {
        byte[] key = HEX.parseHex("00000000713fb300" + "0770617263656c73" + "0a0b0c0d");
        PurgeEntry read = PurgeEntry.read(key, HEX.parseHex("0000000000000007"));
        assertThat(read.rowKey()).containsExactly(0x0a, 0x0b, 0x0c, 0x0d);
        assertThat(read.deletedAt()).isEqualTo(7);
    }

    private String fragment(Upsert upsert, long expirySecond) {
        ByteSink out = new ByteSink(128);
        rows.upsertFragment(upsert, WRITE_TIME, expirySecond, out);
        return hex(out);
    }

    private static String hex(ByteSink bytes) {
        return HEX.formatHex(bytes.toBytes());
    }
}
