package dev.tidings.log.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.QuarantinedRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.rocksdb.WriteBatchBuffer;
import dev.tidings.testkit.FrozenRecords;
import dev.tidings.testkit.FrozenStages;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.WriteBatch;

/** Keys of format 1 of the log, those of quarantined records and what is stored under these. */
class FrozenLogKeyTest {
    private static final HexFormat HEX = HexFormat.of();
    private static final LogEntry POISON =
            new LogEntry(new Lane(Stage.EMAIL, Priority.HIGH), 200, "zoë", new byte[] {1, 2, 3});
    private static final String REASON = "IllegalStateException: é";

    /** A quarantined record: its key, and under it the length of the reason, the reason and the payload. */
    private static final String QUARANTINE_KEY = "0001" + "0402c8" + "047a6fc3ab" + "0000000000000007";

    private static final String QUARANTINE_VALUE =
            "19" + HEX.formatHex("IllegalStateException: é".getBytes(UTF_8)) + "010203";

    @TempDir
    Path folder;

    private final FrozenRecords frozen = new FrozenRecords("log-key-1");

    private record Key(LogKey.QueueKey place, long sequence) {}

    @Test
    void frozenKeys_areRead() {
        frozen.assertReadBytes(samples(), key -> new Key(LogKey.queueKey(key), LogKey.sequence(key)));
    }

    @Test
    void keys_areWrittenAsFrozen() {
        frozen.assertWrittenBytes(samples(), key -> LogKey.of(key.place(), key.sequence()));
    }

    @Test
    void frozenQuarantinedRecord_isRead() throws Exception {
        WriteBatchBuffer changes = new WriteBatchBuffer(100);
        changes.put(HEX.parseHex(QUARANTINE_KEY), HEX.parseHex(QUARANTINE_VALUE));
        try (LogStore store = new LogStore(RocksLogConfig.in(folder), options -> {})) {
            store.commit(List.of(changes), false);
            List<QuarantinedRecord> found = Quarantine.read(store, Stage.EMAIL, 10);
            assertThat(found).usingRecursiveComparison().isEqualTo(List.of(new QuarantinedRecord(POISON, REASON)));
        }
    }

    @Test
    void quarantinedRecord_isWrittenAsFrozen() throws Exception {
        RecordEncoder encoder = new RecordEncoder();
        WriteBatchBuffer moved = new WriteBatchBuffer(100);
        Quarantine.move(new QueueSlot.HeldRecord(7, POISON, false), REASON, encoder, moved);
        WriteBatchBuffer expected = new WriteBatchBuffer(100);
        expected.put(HEX.parseHex(QUARANTINE_KEY), HEX.parseHex(QUARANTINE_VALUE));
        encoder.delete(POISON, 7, expected);
        try (WriteBatch batch = WriteBatchBuffer.toBatch(List.of(moved));
                WriteBatch frozenBatch = WriteBatchBuffer.toBatch(List.of(expected))) {
            assertThat(HEX.formatHex(batch.data())).isEqualTo(HEX.formatHex(frozenBatch.data()));
        }
    }

    @Test
    void nextSequence_isUnderTheFrozenKey() {
        assertThat(LogKey.NEXT_SEQUENCE).containsExactly(0);
    }

    private static Map<String, Key> samples() {
        Map<String, Key> samples = new LinkedHashMap<>();
        FrozenStages.BY_NAME.forEach((name, stage) -> samples.put(
                "stage " + name,
                new Key(new LogKey.QueueKey(new Lane(stage, Priority.NORMAL), 1, "acme"), samples.size())));
        for (Priority priority : Priority.values()) {
            samples.put(
                    "priority " + priority.wire(),
                    new Key(new LogKey.QueueKey(new Lane(Stage.ROUTE, priority), 255, "zoë"), Long.MAX_VALUE));
        }
        return samples;
    }
}
