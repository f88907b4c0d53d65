package dev.tidings.torture.store;

import dev.tidings.widecolumn.rocksdb.Durability;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;

/**
 * Repeatedly kills a process that writes batches to RocksDB. After each kill, opens the store and counts lost acked batches and torn
 * batches.
 */
final class StoreCrashRun {
    /** More than any writer reaches, so that each cycle has its own range of batch numbers. */
    private static final long BATCHES_PER_CYCLE = 1_000_000_000L;

    private final Path folder;
    private final Durability durability;
    private final boolean ackEarly;
    private final Random random;
    private final BatchLedger ledger = new BatchLedger();
    private long lost;
    private long torn;

    StoreCrashRun(Path folder, Durability durability, boolean ackEarly, Random random) {
        this.folder = folder;
        this.durability = durability;
        this.ackEarly = ackEarly;
        this.random = random;
    }

    int acked() {
        return ledger.size();
    }

    /** Acked batches that are missing. */
    long lost() {
        return lost;
    }

    /** Batches, acked or not, that are incomplete. */
    long torn() {
        return torn;
    }

    void cycle(int number) throws IOException, InterruptedException {
        long first = number * BATCHES_PER_CYCLE;
        writeUntilKilled(first);
        try (RocksEngine engine = open()) {
            NavigableSet<Long> acked = ledger.acked().tailSet(first, true);
            long last = (acked.isEmpty() ? first : acked.last()) + CrashWriter.IN_FLIGHT;
            for (long batch = first; batch <= last; batch++) {
                verify(engine, batch, acked.contains(batch));
            }
        }
    }

    /** Verifies every acked batch again: later crashes must not have removed any. */
    void verifyAll() {
        try (RocksEngine engine = open()) {
            for (long batch : ledger.acked()) {
                verify(engine, batch, true);
            }
        }
    }

    private void verify(RocksEngine engine, long batch, boolean acked) {
        List<TestBatches.BatchRow> rows =
                engine.read(TestBatches.read(batch)).join().rows();
        if (!rows.isEmpty() && !TestBatches.isWhole(batch, rows)) {
            torn++;
        } else if (rows.isEmpty() && acked) {
            lost++;
        }
    }

    private void writeUntilKilled(long first) throws IOException, InterruptedException {
        Process writer = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashWriter.class.getName(),
                        folder.toString(),
                        Long.toString(first),
                        durability.name(),
                        Boolean.toString(ackEarly))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            Thread listener = new Thread(() -> listen(writer), "ledger");
            listener.start();
            ledger.awaitMoreThan(ledger.size() + random.nextInt(50), writer);
            Thread.sleep(random.nextInt(400));
            boolean died = !writer.isAlive();
            writer.destroyForcibly().waitFor();
            listener.join();
            if (died) {
                throw new IllegalStateException("the writer ended unexpectedly with " + writer.exitValue());
            }
        } finally {
            writer.destroyForcibly();
        }
    }

    private void listen(Process writer) {
        try (BufferedReader lines = writer.inputReader()) {
            String line;
            while ((line = lines.readLine()) != null) {
                ledger.ack(Long.parseLong(line));
            }
        } catch (IOException | NumberFormatException e) {
            // The pipe of a killed process: an incomplete last line was never acked.
        }
    }

    private RocksEngine open() {
        return RocksEngine.open(TestBatches.config(folder, durability), TestBatches.SCHEMA);
    }
}
