package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of compatibility: stores of earlier versions, with earlier declarations, can be read. */
class FrozenStoreTest {
    private static final Column<Set<String>> TAGS = Column.textSet("tags", "added later");
    private static final Column<String> CARRIER = Column.text("carrier", "added later");

    /** Today's row: two columns more, one fewer, and in another order. */
    record Parcel(
            String owner,
            UUID id,
            String carrier,
            Map<String, String> stops,
            String label,
            Set<String> tags,
            Instant sent) {}

    private static final Table<Parcel> TODAY = Table.named("parcels")
            .comment("parcels")
            .partition(FrozenStore.OWNER)
            .clustering(FrozenStore.ID.desc())
            .columns(CARRIER, FrozenStore.STOPS, FrozenStore.LABEL, TAGS, FrozenStore.SENT)
            .ttl(Ttl.anchored(FrozenStore.ID, FrozenStore.LIFE))
            .serves(FrozenStore.ALL)
            .rows(Parcel.class);

    @TempDir
    Path folder;

    @BeforeEach
    void thaw() throws Exception {
        FrozenStore.thaw(folder);
    }

    @Test
    void itIsReadAsItWasDeclared() {
        try (RocksEngine engine = open(FrozenStore.TABLE)) {
            assertThat(engine.read(FrozenStore.TABLE.select(FrozenStore.ALL, "ada"))
                            .join()
                            .rows())
                    .containsExactly(
                            new FrozenStore.Parcel(
                                    "ada", FrozenStore.SECOND, "a lamp \u0000 \ud83d\udca1", null, Map.of(), null),
                            new FrozenStore.Parcel(
                                    "ada",
                                    FrozenStore.FIRST,
                                    "books",
                                    1250,
                                    Map.of("depot", "in", "van", "out"),
                                    FrozenStore.WHEN));
        }
    }

    @Test
    void columnsCanBeAddedLeftOutAndReordered() {
        try (RocksEngine engine = open(TODAY)) {
            engine.write(TODAY.update("ada", FrozenStore.FIRST)
                            .set(CARRIER, "bike")
                            .add(TAGS, "fragile"))
                    .join();
            assertThat(engine.read(TODAY.select(FrozenStore.ALL, "ada")).join().rows())
                    .containsExactly(
                            new Parcel(
                                    "ada",
                                    FrozenStore.SECOND,
                                    null,
                                    Map.of(),
                                    "a lamp \u0000 \ud83d\udca1",
                                    Set.of(),
                                    null),
                            new Parcel(
                                    "ada",
                                    FrozenStore.FIRST,
                                    "bike",
                                    Map.of("depot", "in", "van", "out"),
                                    "books",
                                    Set.of("fragile"),
                                    FrozenStore.WHEN));
        }
        // A column that was left out is not lost, and an added column does not disturb the old declaration.
        try (RocksEngine engine = open(FrozenStore.TABLE)) {
            assertThat(engine.read(FrozenStore.TABLE.select(FrozenStore.ALL, "ada"))
                            .join()
                            .rows())
                    .extracting(FrozenStore.Parcel::grams)
                    .containsExactly(null, 1250);
        }
    }

    @Test
    void itsDeletesAreForgottenInTime() {
        RocksConfig muchLater =
                TestConfig.in(folder).withClock(InstantSource.fixed(FrozenStore.WHEN.plus(Duration.ofDays(365))));
        try (RocksEngine engine = RocksEngine.open(muchLater, Schema.of("frozen", FrozenStore.TABLE))) {
            assertThat(engine.fragments(FrozenStore.TABLE)).isEqualTo(5);
            engine.housekeep();
            assertThat(engine.fragments(FrozenStore.TABLE)).isEqualTo(3);
        }
    }

    private RocksEngine open(Table<?> table) {
        return RocksEngine.open(TestConfig.in(folder), Schema.of("frozen", table));
    }
}
