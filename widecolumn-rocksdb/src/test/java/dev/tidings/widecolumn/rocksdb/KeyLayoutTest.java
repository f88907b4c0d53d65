package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Table;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests of the rendered key layout against fixed examples. */
class KeyLayoutTest {
    record Reading(String sensor, int day, Instant at, UUID id, Double celsius) {}

    private static final Column<String> SENSOR = Column.text("sensor", "Which sensor");
    private static final Column<Integer> DAY = Column.integer("day", "Which day");
    private static final Column<Instant> AT = Column.timestamp("at", "When");
    private static final Column<UUID> ID = Column.uuid("id", "Tie-breaker");
    private static final Column<Double> CELSIUS = Column.real("celsius", "How warm");

    private static final Table<Reading> READINGS = Table.named("readings")
            .comment("What a sensor measured")
            .partition(SENSOR, DAY)
            .clustering(AT.desc(), ID.asc())
            .columns(CELSIUS)
            .serves(Query.named("a day", SENSOR, DAY).range(AT))
            .rows(Reading.class);

    record Odd(ByteBuffer key, Boolean flag, Double weight, Long count) {}

    private static final Column<ByteBuffer> KEY = Column.blob("key", "Any bytes");
    private static final Column<Boolean> FLAG = Column.bool("flag", "Yes or no");
    private static final Column<Double> WEIGHT = Column.real("weight", "How heavy");
    private static final Column<Long> COUNT = Column.bigint("count", "How many");

    private static final Table<Odd> ODD = Table.named("odd")
            .comment("The types that keys seldom have")
            .partition(KEY)
            .clustering(FLAG.asc(), WEIGHT.asc(), COUNT.desc())
            .serves(Query.named("all", KEY))
            .rows(Odd.class);

    @Test
    void drawsEachPartOfTheKeyWithItsBytes() {
        assertThat(KeyLayout.of(READINGS)).isEqualTo("""
                        readings  ((sensor, day), at DESC, id)

                          part          bytes  for example                           is stored as                      which is
                          hash              8                                        d593fe66e79857ef                  xxh3 of the partition columns as they follow
                          sensor    n + z + 2  'sensor'                              73656e736f720000                  text as UTF-8, 00 written as 00 ff, closed by 00 00
                          day               4  7                                     80000007                          int, big-endian, sign bit flipped
                          at DESC           8  2026-11-15T09:00:00Z                  7ffffe5e2190ad7f                  milliseconds since 1970, big-endian, sign bit flipped, every bit flipped
                          id               16  019a86e1-9d80-7abc-8def-0123456789ab  7019a86e19d80abc8def0123456789ab  uuid with its version moved to the front
                          fragment          8  1                                     0000000000000001                  a number no other fragment of the row has
                        """);
    }

    @Test
    void knowsEveryTypeThatCanStandInAKey() {
        assertThat(KeyLayout.of(ODD))
                .contains("0x6b6579", "6b65790000", "the bytes, 00 written as 00 ff")
                .contains("flag", "00 or 01")
                .contains("c01c000000000000", "bits of the double")
                .contains("count DESC", "7ffffffffffffff8", "every bit flipped");
    }

    @Test
    void drawsEveryTableOfASchemaAfterAnIntroduction() {
        String text = KeyLayout.of(Schema.of("test", READINGS, ODD));

        assertThat(text)
                .startsWith("Each table is a column family of its own name.")
                .contains(KeyLayout.of(READINGS), KeyLayout.of(ODD));
    }
}
