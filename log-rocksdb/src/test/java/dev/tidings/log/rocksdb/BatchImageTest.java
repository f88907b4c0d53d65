package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBatch;

/** Tests of the batch image: it is byte for byte what RocksDB itself would have written. */
class BatchImageTest {
    @Test
    void image_hasTheBytesOfRocksDb() throws Exception {
        RocksDB.loadLibrary();
        byte[] payload = new byte[300];
        LogEntry entry = new LogEntry(new Lane(Stage.EXPAND, Priority.HIGH), 200, "é", payload);
        byte[] key = LogKey.of(LogKey.QueueKey.of(entry), 5);
        BatchImage deletes = new BatchImage(0);
        deletes.delete(entry, 5);
        BatchImage image = new BatchImage(0);
        image.put(entry, 5);
        image.append(deletes);
        image.put(LogKey.NEXT_SEQUENCE, 6);
        try (WriteBatch theirs = new WriteBatch();
                WriteBatch ours = image.toBatch()) {
            theirs.put(key, payload);
            theirs.singleDelete(key);
            theirs.put(LogKey.NEXT_SEQUENCE, new byte[] {0, 0, 0, 0, 0, 0, 0, 6});
            assertThat(ours.data()).isEqualTo(theirs.data());
            assertThat(ours.count()).isEqualTo(3);
        }
    }

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
