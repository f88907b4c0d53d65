package dev.tidings.widecolumn;

import static dev.tidings.widecolumn.Notes.LEASES;
import static dev.tidings.widecolumn.Notes.NOTES;
import static dev.tidings.widecolumn.Notes.OTHER_NOTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Tests of the contents of upserts and batches, and of those that are rejected. */
class WriteTest {
    private final Upsert upsert = NOTES.update("t", "u", 1L);

    @Test
    void lastChangeOfACell_holds() {
        upsert.clear(Notes.TITLE).set(Notes.TITLE, "kept");
        upsert.set(Notes.STARS, 5).clear(Notes.STARS);
        upsert.remove(Notes.LABELS, "a").put(Notes.LABELS, "a", "1");
        upsert.put(Notes.LABELS, "b", "2").remove(Notes.LABELS, "b");
        upsert.remove(Notes.TAGS, "x").set(Notes.TAGS, Set.of("x", "y")).remove(Notes.TAGS, "y");

        assertThat(value(Notes.TITLE)).isEqualTo("kept");
        assertThat(value(Notes.STARS)).isNull();
        assertThat(value(Notes.LABELS)).isEqualTo(Map.of("a", "1"));
        assertThat(value(Notes.TAGS)).isEqualTo(Set.of("x"));
        assertThat(upsert.removals())
                .containsExactlyInAnyOrder(
                        new Upsert.Removal(NOTES.positionOf(Notes.STARS), null),
                        new Upsert.Removal(NOTES.positionOf(Notes.LABELS), "b"),
                        new Upsert.Removal(NOTES.positionOf(Notes.TAGS), "y"));
    }

    @Test
    void emptyBatch_isRejected() {
        assertThatThrownBy(() -> Batch.samePartition(List.of()))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("batch: got 'no writes', expected at least one");
    }

    @Test
    void largeAtomicBatch_isRejected() {
        String half = "x".repeat(500_000);
        List<Upsert> writes = LongStream.range(0, 3)
                .mapToObj(n -> NOTES.update("t", "u", n).set(Notes.TITLE, half))
                .toList();
        assertThatThrownBy(() -> Batch.samePartition(writes))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith("atomic batch: got 'up to 4500066 bytes for notes [t, u]', expected at most"
                        + " 4194304 bytes, counting three per character of a text;");
        assertThat(Batch.samePartition(writes.subList(0, 2)).writes()).hasSize(2);
        assertThat(Batch.acrossPartitions(writes).writes()).hasSize(3);
    }

    @Test
    void atomicBatchOfManyWrites_isRejected() {
        List<Upsert> writes = LongStream.rangeClosed(0, Batch.MAX_ATOMIC_WRITES)
                .mapToObj(n -> NOTES.update("t", "u", n))
                .toList();
        assertThatThrownBy(() -> Batch.samePartition(writes))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageStartingWith(
                        "atomic batch: got '10001 writes to notes [t, u]', expected at most 10000 writes;");
    }

    @Test
    void anAtomicBatchStaysInOnePartition() {
        assertThatThrownBy(() -> Batch.samePartition(List.of(upsert, NOTES.update("t", "v", 1L))))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("batch in one partition: got 'notes [t, v]', expected a write to notes [t, u];"
                        + " use acrossPartitions() if it need not be atomic");
        assertThatThrownBy(() -> new Batch(List.of(upsert, OTHER_NOTES.update("t", "u", 1L)), true))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining("got 'other_notes [t, u]', expected a write to notes [t, u]");
        assertThat(Batch.acrossPartitions(List.of(upsert, NOTES.update("t", "v", 1L)))
                        .atomic())
                .isFalse();
    }

    @Test
    void everyWriteCarriesItsAnchor() {
        Upsert without = LEASES.update("t").set(Notes.OWNER, "me");
        assertThatThrownBy(() -> Batch.of(without))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage(
                        "TTL anchor granted_at: got null, expected a value in every write, because the row's expiry is"
                                + " counted from it");
        Upsert cleared = LEASES.update("t").set(Notes.GRANTED_AT, Instant.EPOCH).clear(Notes.GRANTED_AT);
        assertThatThrownBy(() -> Batch.of(cleared)).hasMessageContaining("a value in every write");
    }

    @Test
    void anAnchorAtTheEndOfTime() {
        Upsert last = LEASES.update("t").set(Notes.GRANTED_AT, Instant.ofEpochMilli(Long.MAX_VALUE));
        assertThatThrownBy(() -> Batch.of(last))
                .isInstanceOf(InvalidValueException.class)
                .hasMessageContaining(
                        "TTL anchor granted_at: got +292278994-08-17T07:12:55.807Z (Instant), expected a time"
                                + " that is before 2250-01-01T00:00:00Z with PT1H added");
    }

    @Test
    void anAnchorWithoutATime() {
        Ttl ttl = Ttl.anchored(Column.uuid("id", "its id"), Duration.ofSeconds(1));
        assertThatThrownBy(() -> ttl.expirySecond(UUID.fromString("00000000-0000-4000-8000-000000000000")))
                .isInstanceOf(InvalidValueException.class)
                .hasMessage("TTL anchor id: got 00000000-0000-4000-8000-000000000000 (UUID),"
                        + " expected a version 7 uuid, which carries a time");
    }

    @Test
    void expiryIsRoundedUpToASecond() {
        Ttl ttl = Ttl.anchored(Notes.GRANTED_AT, Duration.ofSeconds(10));
        assertThat(ttl.expirySecond(Instant.ofEpochMilli(5_000))).isEqualTo(15);
        assertThat(ttl.expirySecond(Instant.ofEpochMilli(5_001))).isEqualTo(16);
        assertThat(ttl.expirySecond(Instant.ofEpochMilli(-20_500))).isEqualTo(-10);
        Ttl byId = Ttl.anchored(Column.uuid("id", "its id"), Duration.ofSeconds(10));
        assertThat(byId.expirySecond(new UUID(5_000L << 16 | 0x7000, 0x8000_0000_0000_0000L)))
                .isEqualTo(15);
    }

    private Object value(Column<?> column) {
        return upsert.values()[NOTES.positionOf(column)];
    }
}
