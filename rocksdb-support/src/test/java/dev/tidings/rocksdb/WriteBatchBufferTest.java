package dev.tidings.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.codec.ByteSink;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBatch;

/** Tests of the batch encoding: compares it with RocksDB's own writer, byte for byte. */
class WriteBatchBufferTest {
    @TempDir
    Path folder;

    @Test
    void changesInFamilies_haveTheBytesOfRocksDb() throws Exception {
        RocksDB.loadLibrary();
        Random random = new Random(42);
        try (Options options = new Options().setCreateIfMissing(true);
                RocksDB db = RocksDB.open(options, folder.toString())) {
            List<ColumnFamilyHandle> families = new ArrayList<>();
            // Enough families that some ids need two bytes.
            for (int i = 1; i <= 140; i++) {
                families.add(
                        db.createColumnFamily(new ColumnFamilyDescriptor(("f" + i).getBytes(StandardCharsets.UTF_8))));
            }
            for (int round = 0; round < 50; round++) {
                compare(families, random);
            }
            families.forEach(ColumnFamilyHandle::close);
        }
    }

    @Test
    void changesInTheDefaultFamily_haveTheBytesOfRocksDb() throws Exception {
        RocksDB.loadLibrary();
        byte[] key = bytes(300);
        byte[] value = bytes(20_000);
        WriteBatchBuffer deletes = new WriteBatchBuffer(0);
        deletes.singleDelete(new ByteSink(0).put(key));
        WriteBatchBuffer puts = new WriteBatchBuffer(0);
        puts.put(key, value);
        puts.put(new ByteSink(0).put(key), value);
        puts.put(key, 6);
        try (WriteBatch reference = new WriteBatch();
                WriteBatch ours = WriteBatchBuffer.toBatch(List.of(deletes, new WriteBatchBuffer(0), puts))) {
            reference.singleDelete(key);
            reference.put(key, value);
            reference.put(key, value);
            reference.put(key, new byte[] {0, 0, 0, 0, 0, 0, 0, 6});
            assertThat(ours.data()).isEqualTo(reference.data());
            assertThat(ours.count()).isEqualTo(4);
        }
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void sort_ordersTheSameChangesByKey() throws Exception {
        RocksDB.loadLibrary();
        Random random = new Random(43);
        for (int round = 0; round < 50; round++) {
            WriteBatchBuffer buffer = new WriteBatchBuffer(16);
            List<String> added = new ArrayList<>();
            for (int i = 0; i < 16 + random.nextInt(300); i++) {
                int family = random.nextInt(3);
                // Few distinct keys, shorter and longer than the sorted prefix: equal ones keep their order.
                byte[] key = new byte[random.nextInt(9)];
                Arrays.fill(key, (byte) (random.nextInt(6) * 50));
                boolean delete = random.nextInt(4) == 0;
                boolean withoutFamily = family == 0 && random.nextBoolean();
                if (delete && withoutFamily) {
                    buffer.singleDelete(new ByteSink(16).put(key));
                } else if (withoutFamily) {
                    buffer.put(key, new byte[] {(byte) i});
                } else if (delete) {
                    buffer.delete(family, key);
                } else {
                    buffer.put(family, key, new byte[] {(byte) i});
                }
                added.add("%d %s %s".formatted(family, HexFormat.of().formatHex(key), delete ? "gone" : (byte) i));
            }
            buffer.sort();

            List<String> found = new ArrayList<>();
            try (WriteBatch batch = WriteBatchBuffer.toBatch(List.of(buffer));
                    Recorder recorder = new Recorder(found)) {
                batch.iterate(recorder);
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(added);
            assertThat(found).isSortedAccordingTo(Comparator.comparing(WriteBatchBufferTest::lookedAt));
            added.sort(Comparator.comparing(WriteBatchBufferTest::lookedAt));
            assertThat(found).as("equal keys keep their order").isEqualTo(added);
        }
    }

    private static String lookedAt(String change) {
        String[] parts = change.split(" ");
        return parts[0] + " " + (parts[1] + "0".repeat(10)).substring(0, 10);
    }

    private static void compare(List<ColumnFamilyHandle> families, Random random) throws Exception {
        List<WriteBatchBuffer> buffers = new ArrayList<>(List.of(new WriteBatchBuffer(16)));
        try (WriteBatch reference = new WriteBatch()) {
            int changes = 1 + random.nextInt(300);
            for (int i = 0; i < changes; i++) {
                ColumnFamilyHandle family = families.get(random.nextInt(families.size()));
                byte[] key = bytes(random, 40);
                byte[] value = bytes(random, 20_000);
                WriteBatchBuffer buffer = buffers.get(buffers.size() - 1);
                if (random.nextInt(4) == 0) {
                    buffer.delete(family.getID(), key);
                    reference.delete(family, key);
                } else if (random.nextBoolean()) {
                    buffer.put(family.getID(), key, value);
                    reference.put(family, key, value);
                } else {
                    buffers.add(single(family.getID(), key, value));
                    reference.put(family, key, value);
                }
            }
            try (WriteBatch ours = WriteBatchBuffer.toBatch(buffers)) {
                assertThat(ours.count()).isEqualTo(reference.count());
                assertThat(ours.data()).isEqualTo(reference.data());
            }
        }
    }

    private static WriteBatchBuffer single(int family, byte[] key, byte[] value) {
        WriteBatchBuffer buffer = new WriteBatchBuffer(16);
        buffer.put(family, new ByteSink(16).put(key), new ByteSink(16).put(value));
        return buffer;
    }

    private static byte[] bytes(Random random, int most) {
        byte[] bytes = new byte[random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Records the changes of a batch. */
    private static final class Recorder extends WriteBatch.Handler {
        private final List<String> changes;

        Recorder(List<String> changes) {
            this.changes = changes;
        }

        @Override
        public void put(int family, byte[] key, byte[] value) {
            changes.add("%d %s %s".formatted(family, HexFormat.of().formatHex(key), value[0]));
        }

        @Override
        public void put(byte[] key, byte[] value) {
            put(0, key, value);
        }

        @Override
        public void delete(int family, byte[] key) {
            changes.add("%d %s gone".formatted(family, HexFormat.of().formatHex(key)));
        }

        @Override
        public void delete(byte[] key) {
            delete(0, key);
        }

        @Override
        public void merge(int family, byte[] key, byte[] value) {}

        @Override
        public void merge(byte[] key, byte[] value) {}

        @Override
        public void singleDelete(int family, byte[] key) {
            delete(family, key);
        }

        @Override
        public void singleDelete(byte[] key) {
            delete(0, key);
        }

        @Override
        public void deleteRange(int family, byte[] begin, byte[] end) {}

        @Override
        public void deleteRange(byte[] begin, byte[] end) {}

        @Override
        public void logData(byte[] blob) {}

        @Override
        public void putBlobIndex(int family, byte[] key, byte[] value) {}

        @Override
        public void markBeginPrepare() {}

        @Override
        public void markEndPrepare(byte[] xid) {}

        @Override
        public void markNoop(boolean emptyBatch) {}

        @Override
        public void markRollback(byte[] xid) {}

        @Override
        public void markCommit(byte[] xid) {}

        @Override
        public void markCommitWithTimestamp(byte[] xid, byte[] timestamp) {}
    }
}
