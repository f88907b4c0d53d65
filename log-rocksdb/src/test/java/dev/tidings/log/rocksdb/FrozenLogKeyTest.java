package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.testkit.FrozenRecords;
import dev.tidings.testkit.FrozenStages;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Keys of format 1 of the log. */
class FrozenLogKeyTest {
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
