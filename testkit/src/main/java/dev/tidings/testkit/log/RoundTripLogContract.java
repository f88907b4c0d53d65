package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Contract of the content of log records: payload, tenant, lane and partition are read as they were appended. */
abstract class RoundTripLogContract extends LogTheme {
    /** Some are prefixes of others, some contain likely key separators, some are long. */
    private static final List<String> TENANTS = List.of(
            "a",
            "aa",
            "ab",
            "a\0",
            "a\0\0",
            "\0",
            "a/b",
            "a:7",
            " ",
            "é",
            "\uFFFF",
            "\uD83D\uDE00",
            "x".repeat(127),
            "x".repeat(128),
            "é".repeat(64));

    RoundTripLogContract(LogContract contract) {
        super(contract);
    }

    @Test
    void payloadsOfAnySizeAndContent() throws Exception {
        List<LogEntry> entries = new ArrayList<>();
        Random random = new Random(1);
        for (int size : new int[] {0, 1, 2, 127, 128, 255, 256, 4096, 65_535, 65_536, 1 << 20}) {
            byte[] payload = new byte[size];
            random.nextBytes(payload);
            entries.add(new LogEntry(NORMAL, 7, "a", payload));
            entries.add(new LogEntry(NORMAL, 7, "a", new byte[size]));
        }
        append(entries);
        assertPayloads(peekAll(consumer(), entries.size()), entries);
        reopen();
        assertPayloads(drain(consumer(), entries.size()), entries);
    }

    @Test
    void tenantsNeverMix() throws Exception {
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < TENANTS.size(); i++) {
                append(entry(TENANTS.get(i), i + "/" + round));
            }
        }
        assertTenants(peekAll(consumer(), 3 * TENANTS.size()));
        reopen();
        assertTenants(drain(consumer(), 3 * TENANTS.size()));
    }

    @Test
    void everyLaneAndPartition() throws Exception {
        List<LogEntry> entries = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            for (Priority priority : Priority.values()) {
                for (int partition = 0; partition < 256; partition++) {
                    entries.add(entry(new Lane(stage, priority), partition, "a", stage + " " + priority + partition));
                }
            }
        }
        append(entries);
        reopen();
        for (Stage stage : Stage.values()) {
            LogConsumer consumer = log.consumers(stage, 1).get(0);
            for (LogRecord record : drain(consumer, 4 * 256)) {
                LogEntry entry = record.entry();
                Lane lane = entry.lane();
                assertThat(text(record)).isEqualTo(lane.stage() + " " + lane.priority() + entry.partition());
                assertThat(lane.stage()).isEqualTo(stage);
            }
        }
    }

    @Test
    void emptyAppend_isAccepted() throws Exception {
        append(List.of());
        assertNothingLeft(consumer());
        assertThat(log.backlog(Stage.ROUTE)).isZero();
    }

    /** Polls all records in one batch, which is not marked as done. */
    private List<LogRecord> peekAll(LogConsumer consumer, int count) throws InterruptedException {
        List<LogRecord> records = pollSome(consumer, count);
        while (records.size() < count) {
            // A poll need not return all waiting records.
            consumer.redeliver();
            records = pollSome(consumer, count);
        }
        return records;
    }

    private static void assertPayloads(List<LogRecord> records, List<LogEntry> entries) {
        assertThat(records).hasSameSizeAs(entries);
        for (int i = 0; i < entries.size(); i++) {
            assertThat(records.get(i).entry().payload())
                    .isEqualTo(entries.get(i).payload());
        }
    }

    private static void assertTenants(List<LogRecord> records) {
        for (int i = 0; i < TENANTS.size(); i++) {
            String tenant = TENANTS.get(i);
            assertThat(records.stream()
                            .filter(r -> r.entry().tenant().equals(tenant))
                            .map(LogTheme::text))
                    .as("records of tenant %d", i)
                    .containsExactly(i + "/0", i + "/1", i + "/2");
        }
    }
}
