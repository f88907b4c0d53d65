package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.rocksdb.WriteBatchBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBatch;

/** Tests of the encoding of records: it is byte for byte what RocksDB itself would have written. */
class RecordEncoderTest {
    @Test
    void record_hasTheBytesOfRocksDb() throws Exception {
        RocksDB.loadLibrary();
        byte[] payload = new byte[300];
        LogEntry entry = new LogEntry(new Lane(Stage.EXPAND, Priority.HIGH), 200, "é", payload);
        byte[] key = LogKey.of(LogKey.QueueKey.of(entry), 5);
        RecordEncoder encoder = new RecordEncoder();
        WriteBatchBuffer deletes = new WriteBatchBuffer(0);
        encoder.delete(entry, 5, deletes);
        WriteBatchBuffer puts = new WriteBatchBuffer(0);
        encoder.put(entry, 5, puts);
        puts.put(LogKey.NEXT_SEQUENCE, 6);
        try (WriteBatch theirs = new WriteBatch();
                WriteBatch ours = WriteBatchBuffer.toBatch(List.of(deletes, puts))) {
            theirs.singleDelete(key);
            theirs.put(key, payload);
            theirs.put(LogKey.NEXT_SEQUENCE, new byte[] {0, 0, 0, 0, 0, 0, 0, 6});
            assertThat(ours.data()).isEqualTo(theirs.data());
            assertThat(ours.count()).isEqualTo(3);
        }
    }
}
