package dev.tidings.log.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.rocksdb.WriteBatchBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of records that earlier versions quarantined inside the log: each is moved once, and none is lost. */
class LegacyQuarantineTest {
    private static final HexFormat HEX = HexFormat.of();

    /** The frozen key of a quarantined record: prefix, queue and sequence. */
    private static final String KEY = "0001" + "0402c8" + "047a6fc3ab" + "0000000000000007";

    /** The frozen value: the length of the reason, the reason and the payload. */
    private static final String VALUE = "19" + HEX.formatHex("IllegalStateException: é".getBytes(UTF_8)) + "010203";

    /** Of another stage and tenant. */
    private static final String OTHER_KEY = "0001" + "020301" + "0461636d65" + "0000000000000008";

    private static final String OTHER_VALUE = "036261640405";

    @TempDir
    Path folder;

    private final List<LogEntry> entries = new ArrayList<>();
    private final List<String> reasons = new ArrayList<>();

    @BeforeEach
    void writeFolderOfAnEarlierVersion() throws Exception {
        WriteBatchBuffer changes = new WriteBatchBuffer(100);
        changes.put(HEX.parseHex(KEY), HEX.parseHex(VALUE));
        changes.put(HEX.parseHex(OTHER_KEY), HEX.parseHex(OTHER_VALUE));
        try (RocksLog log = RocksLog.open(TestLogs.in(folder))) {
            log.append(List.of(TestLogs.entry(0, "waiting"))).join();
        }
        try (LogStore store = new LogStore(TestLogs.in(folder), options -> {})) {
            store.commit(List.of(changes), true);
        }
    }

    private boolean take(LogEntry entry, String reason) {
        entries.add(entry);
        reasons.add(reason);
        return true;
    }

    private int move(BiPredicate<LogEntry, String> target) {
        try (RocksLog log = RocksLog.open(TestLogs.in(folder))) {
            return log.moveQuarantined(target);
        }
    }

    @Test
    void frozenRecords_areMovedOnce() {
        assertThat(move(this::take)).isEqualTo(2);
        assertThat(move(this::take)).isZero();
        assertThat(reasons).containsExactly("bad", "IllegalStateException: é");
        assertThat(entries)
                .usingRecursiveComparison()
                .isEqualTo(List.of(
                        new LogEntry(new Lane(Stage.ROUTE, Priority.NORMAL), 1, "acme", new byte[] {4, 5}),
                        new LogEntry(new Lane(Stage.EMAIL, Priority.HIGH), 200, "zoë", new byte[] {1, 2, 3})));
    }

    @Test
    void refusedRecord_stays() {
        assertThat(move((entry, reason) -> !reason.equals("bad") && take(entry, reason)))
                .isEqualTo(1);
        assertThat(move(this::take)).isEqualTo(1);
        assertThat(reasons).containsExactly("IllegalStateException: é", "bad");
    }

    @Test
    void failedMove_losesNothing() {
        assertThatThrownBy(() -> move((entry, reason) -> {
                    if (!reasons.isEmpty()) {
                        throw new IllegalStateException("no table");
                    }
                    return take(entry, reason);
                }))
                .hasMessage("no table");
        assertThat(move(this::take)).isEqualTo(1);
        assertThat(reasons).containsExactly("bad", "IllegalStateException: é");
    }

    @Test
    void waitingRecords_stay() {
        move(this::take);
        try (RocksLog log = RocksLog.open(TestLogs.in(folder))) {
            assertThat(log.backlog(Stage.ROUTE)).isEqualTo(1);
        }
    }
}
