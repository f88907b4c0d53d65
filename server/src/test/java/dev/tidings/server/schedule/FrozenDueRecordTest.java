package dev.tidings.server.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.testkit.FrozenRecords;
import dev.tidings.testkit.FrozenStages;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Delayed records of format 1, as they are in {@code scheduled_notifications}. */
class FrozenDueRecordTest {
    private final FrozenRecords frozen = new FrozenRecords("delayed-record-1");

    @Test
    void frozenSamples_areDecoded() {
        frozen.assertReadBytes(samples(), bytes -> DueRecordCodec.decode("acme", ByteBuffer.wrap(bytes)));
    }

    @Test
    void frozenSamples_haveTheirLane() {
        Map<String, Lane> lanes = new LinkedHashMap<>();
        samples().forEach((name, entry) -> lanes.put(name, entry.lane()));
        frozen.assertReadBytes(lanes, bytes -> DueRecordCodec.lane(ByteBuffer.wrap(bytes)));
    }

    @Test
    void delayedRecords_areEncodedAsFrozen() {
        frozen.assertWrittenBytes(
                samples(), entry -> DueRecordCodec.encode(entry).array());
    }

    @Test
    void unknownCodes_areRefusedAndTakeTheUsualLane() {
        for (byte[] unknown : new byte[][] {{1, 8, 0, 0}, {1, -1, 0, 0}, {1, 0, 4, 0}, {1, 0, -1, 0}}) {
            ByteBuffer record = ByteBuffer.wrap(unknown);
            assertThatThrownBy(() -> DueRecordCodec.decode("acme", record))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("this version does not know it");
            assertThat(DueRecordCodec.lane(record)).isEqualTo(new Lane(Stage.ROUTE, Priority.NORMAL));
        }
    }

    private static Map<String, LogEntry> samples() {
        Map<String, LogEntry> samples = new LinkedHashMap<>();
        FrozenStages.BY_NAME.forEach(
                (name, stage) -> samples.put("stage " + name, entry(stage, Priority.NORMAL, 1, 10, 11, 12)));
        for (Priority priority : Priority.values()) {
            samples.put("priority " + priority.wire(), entry(Stage.ROUTE, priority, 255));
        }
        return samples;
    }

    private static LogEntry entry(Stage stage, Priority priority, int partition, int... payload) {
        byte[] bytes = new byte[payload.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) payload[i];
        }
        return new LogEntry(new Lane(stage, priority), partition, "acme", bytes);
    }
}
