package dev.tidings.widecolumn.rocksdb;

import dev.tidings.widecolumn.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.concurrent.CompletionException;

/**
 * Fills a file system, frees space and continues to write; {@link DiskFullTest} runs it in a process of its own on a file system
 * of its own. Exits with 0 only if no acked write was lost and no refused write is stored.
 */
final class DiskFullProbe {
    private static final int ROW_BYTES = 8000;
    private static final int MORE = 200;

    private final Path folder;
    private final RocksConfig config;
    private final Random random = new Random(7);
    private final BitSet acked = new BitSet();
    private int written;
    private StoreException refusal;

    private DiskFullProbe(Path folder, long reserve) {
        this.folder = folder;
        this.config = RocksConfig.in(folder.resolve("store"))
                .withMemory(1 << 20, 1 << 20)
                .withReserveBytes(reserve);
    }

    /** Arguments: the folder on the small file system, and the reserve in bytes. */
    public static void main(String[] arguments) throws IOException {
        new DiskFullProbe(Path.of(arguments[0]), Long.parseLong(arguments[1])).run();
    }

    private void run() throws IOException {
        Path ballast = folder.resolve("ballast");
        Files.write(ballast, new byte[12 << 20]);
        try (RocksEngine engine = RocksEngine.open(config, Note.SCHEMA)) {
            for (int i = 0; i < 20_000 && refusal == null; i++) {
                write(engine);
            }
            require(refusal != null, "the disk never got full");
            require(!refusal.getMessage().isBlank(), "the refusal has no message");
            verify(engine);
            System.out.println(
                    "full after " + acked.cardinality() + " rows: " + refusal.reason() + ", " + refusal.getMessage());
            require(
                    config.reserveBytes() == 0 || refusal.reason() == StoreException.Reason.DISK_FULL,
                    "with a reserve the engine must refuse before the disk does");
            Files.delete(ballast);
            resume(engine);
            verify(engine);
        }
        try (RocksEngine engine = RocksEngine.open(config, Note.SCHEMA)) {
            verify(engine);
        }
        System.out.println("went on to " + acked.cardinality() + " rows, all there after opening again");
    }

    /** Retries until writes are accepted again, then writes some more. */
    private void resume(RocksEngine engine) {
        long deadline = System.nanoTime() + 30_000_000_000L;
        int before = acked.cardinality();
        while (acked.cardinality() < before + MORE) {
            require(System.nanoTime() < deadline, "writes were not accepted again: " + refusal);
            write(engine);
        }
        require(engine.check().ok(), "check() still complains: " + engine.check());
    }

    private void write(RocksEngine engine) {
        int number = written++;
        byte[] noise = new byte[ROW_BYTES / 2];
        random.nextBytes(noise);
        String text = HexFormat.of().formatHex(noise);
        try {
            engine.write(Note.KEPT.upsert(Note.of("b" + number, Instant.EPOCH, text)))
                    .join();
            acked.set(number);
        } catch (CompletionException e) {
            refusal = (StoreException) e.getCause();
        }
    }

    /** Checks that every acked row is stored; of the others only those with an unknown outcome may be. */
    private void verify(RocksEngine engine) {
        for (int i = 0; i < written; i++) {
            boolean there =
                    !engine.read(Note.all(Note.KEPT, "b" + i)).join().rows().isEmpty();
            require(there || !acked.get(i), "row " + i + " was acked and is gone");
            require(!there || acked.get(i) || config.reserveBytes() == 0, "row " + i + " was refused and is there");
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }
}
