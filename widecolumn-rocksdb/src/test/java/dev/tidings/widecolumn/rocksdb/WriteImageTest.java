package dev.tidings.widecolumn.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.widecolumn.codec.ByteSink;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WriteBatch;

/** The engine writes RocksDB's batch format by itself; this holds it against RocksDB's own writer, byte for byte. */
class WriteImageTest {
    @TempDir
    Path folder;

    @Test
    void isTheBatchThatRocksDbWouldWrite() throws Exception {
        RocksDB.loadLibrary();
        Random random = new Random(42);
        try (Options options = new Options().setCreateIfMissing(true);
                RocksDB db = RocksDB.open(options, folder.toString())) {
            List<ColumnFamilyHandle> families = new ArrayList<>();
            // Enough of them that some numbers need two bytes.
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

    private static void compare(List<ColumnFamilyHandle> families, Random random) throws Exception {
        WriteImage image = new WriteImage(16);
        try (WriteBatch reference = new WriteBatch()) {
            int changes = 1 + random.nextInt(300);
            for (int i = 0; i < changes; i++) {
                ColumnFamilyHandle family = families.get(random.nextInt(families.size()));
                byte[] key = bytes(random, 40);
                byte[] value = bytes(random, 20_000);
                if (random.nextInt(4) == 0) {
                    image.delete(family.getID(), key);
                    reference.delete(family, key);
                } else if (random.nextBoolean()) {
                    image.put(family.getID(), key, value);
                    reference.put(family, key, value);
                } else {
                    image.append(single(family.getID(), key, value));
                    reference.put(family, key, value);
                }
            }
            try (WriteBatch ours = image.toBatch()) {
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
}
