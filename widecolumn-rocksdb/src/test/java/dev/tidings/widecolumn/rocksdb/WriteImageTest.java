package dev.tidings.widecolumn.rocksdb;

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

/** Compares the engine's encoder of RocksDB's batch format with RocksDB's own writer, byte for byte. */
class WriteImageTest {
    @TempDir
    Path folder;

    @Test
    void encodesTheSameBatchAsRocksDb() throws Exception {
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
    void sort_ordersTheSameChangesByKey() throws Exception {
        RocksDB.loadLibrary();
        Random random = new Random(43);
        for (int round = 0; round < 50; round++) {
            WriteImage image = new WriteImage(16);
            List<String> added = new ArrayList<>();
            for (int i = 0; i < 16 + random.nextInt(300); i++) {
                int family = random.nextInt(3);
                // Few distinct keys, shorter and longer than the sorted prefix: equal ones keep their order.
                byte[] key = new byte[random.nextInt(9)];
                Arrays.fill(key, (byte) (random.nextInt(6) * 50));
                boolean delete = random.nextInt(4) == 0;
                if (delete) {
                    image.delete(family, key);
                } else {
                    image.put(family, key, new byte[] {(byte) i});
                }
                added.add("%d %s %s".formatted(family, HexFormat.of().formatHex(key), delete ? "gone" : (byte) i));
            }
            image.sort();

            List<String> found = new ArrayList<>();
            try (WriteBatch batch = WriteImage.toBatch(List.of(image));
                    Recorder recorder = new Recorder(found)) {
                batch.iterate(recorder);
            }
            assertThat(found).containsExactlyInAnyOrderElementsOf(added);
            assertThat(found).isSortedAccordingTo(Comparator.comparing(WriteImageTest::lookedAt));
            added.sort(Comparator.comparing(WriteImageTest::lookedAt));
            assertThat(found).as("equal keys keep their order").isEqualTo(added);
        }
    }

    private static String lookedAt(String change) {
        String[] parts = change.split(" ");
        return parts[0] + " " + (parts[1] + "0".repeat(10)).substring(0, 10);
    }

    private static void compare(List<ColumnFamilyHandle> families, Random random) throws Exception {
        List<WriteImage> images = new ArrayList<>(List.of(new WriteImage(16)));
        try (WriteBatch reference = new WriteBatch()) {
            int changes = 1 + random.nextInt(300);
            for (int i = 0; i < changes; i++) {
                ColumnFamilyHandle family = families.get(random.nextInt(families.size()));
                byte[] key = bytes(random, 40);
                byte[] value = bytes(random, 20_000);
                WriteImage image = images.get(images.size() - 1);
                if (random.nextInt(4) == 0) {
                    image.delete(family.getID(), key);
                    reference.delete(family, key);
                } else if (random.nextBoolean()) {
                    image.put(family.getID(), key, value);
                    reference.put(family, key, value);
                } else {
                    images.add(single(family.getID(), key, value));
                    reference.put(family, key, value);
                }
            }
            try (WriteBatch ours = WriteImage.toBatch(images)) {
                assertThat(ours.count()).isEqualTo(reference.count());
                assertThat(ours.data()).isEqualTo(reference.data());
            }
        }
    }

    private static WriteImage single(int family, byte[] key, byte[] value) {
        WriteImage image = new WriteImage(16);
        image.put(family, new ByteSink(16).put(key), new ByteSink(16).put(value));
        return image;
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
        public void singleDelete(int family, byte[] key) {}

        @Override
        public void singleDelete(byte[] key) {}

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
