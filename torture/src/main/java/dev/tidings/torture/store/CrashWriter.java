package dev.tidings.torture.store;

import dev.tidings.widecolumn.rocksdb.Durability;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * The main class of the process that is killed: writes batches to RocksDB until then, and prints the number of each acked batch on a
 * line.
 */
final class CrashWriter {
    /** Batches in flight; so many may be stored although they were never acked. */
    static final int IN_FLIGHT = 256;

    private CrashWriter() {}

    /** Arguments: folder, first batch, durability, and whether to ack before the commit, a fault that must be detected. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        long batch = Long.parseLong(arguments[1]);
        Durability durability = Durability.valueOf(arguments[2]);
        boolean ackEarly = Boolean.parseBoolean(arguments[3]);
        Semaphore permits = new Semaphore(IN_FLIGHT);
        // Unbuffered: printed numbers have left this process before it is killed.
        FileOutputStream out = new FileOutputStream(FileDescriptor.out);
        RocksEngine engine = RocksEngine.open(TestBatches.config(folder, durability), TestBatches.SCHEMA);
        while (true) {
            permits.acquire();
            long number = batch++;
            CompletableFuture<Void> committed = engine.write(TestBatches.nth(number));
            CompletableFuture<Void> acked = ackEarly ? CompletableFuture.completedFuture(null) : committed;
            acked.thenRun(() -> printAck(out, number));
            committed.whenComplete((ok, failure) -> {
                if (failure != null) {
                    failure.printStackTrace();
                    Runtime.getRuntime().halt(2);
                }
                permits.release();
            });
        }
    }

    private static void printAck(FileOutputStream out, long number) {
        try {
            out.write((number + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
