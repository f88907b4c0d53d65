package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import org.junit.jupiter.api.Test;

/** Tests of record keys. */
class LogKeyTest {
    @Test
    void key_decodesToItsParts() {
        for (Stage stage : Stage.values()) {
            for (Priority priority : Priority.values()) {
                LogKey.QueueKey place = new LogKey.QueueKey(new Lane(stage, priority), 255, "a\0é");
                byte[] key = LogKey.of(place, Long.MAX_VALUE);
                assertThat(LogKey.queueKey(key)).isEqualTo(place);
                assertThat(LogKey.sequence(key)).isEqualTo(Long.MAX_VALUE);
            }
        }
    }
}
