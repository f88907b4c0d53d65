package dev.tidings.widecolumn.rocksdb;

import java.nio.file.Path;
import java.time.InstantSource;

/**
 * How the embedded engine is set up.
 *
 * @param folder where everything is kept; created if missing
 * @param durability when a write is acked
 * @param blockCacheBytes memory for data read from disk, and for the indexes and filters that find it
 * @param memtableBytes memory for writes not yet in a file, all tables together
 * @param maxPendingBytes writes waiting to be committed; beyond that they are refused as overload
 * @param readers threads that read, so that a caller never waits for the disk; 1 to 1,024
 * @param reserveBytes room on the disk below which writes are refused, so that what is stored can still be compacted and closed
 * @param clock what expiry is measured against. Compaction drops what has expired by the machine's own clock, so a clock that
 *     runs behind it loses rows early
 */
public record RocksConfig(
        Path folder,
        Durability durability,
        long blockCacheBytes,
        long memtableBytes,
        long maxPendingBytes,
        int readers,
        long reserveBytes,
        InstantSource clock) {
    private static final long MIB = 1L << 20;

    /** Far more than disks answer at once; what asks for more was meant to be something else. */
    private static final int MAX_READERS = 1024;

    public RocksConfig {
        atLeast("blockCacheBytes", blockCacheBytes, MIB);
        atLeast("memtableBytes", memtableBytes, MIB);
        atLeast("maxPendingBytes", maxPendingBytes, MIB);
        atLeast("readers", readers, 1);
        if (readers > MAX_READERS) {
            throw new IllegalArgumentException("readers: got " + readers + ", expected at most " + MAX_READERS);
        }
        atLeast("reserveBytes", reserveBytes, 0);
    }

    /** The defaults: safe, and modest enough for a laptop. */
    public static RocksConfig in(Path folder) {
        return new RocksConfig(
                folder,
                Durability.FSYNC,
                256 * MIB,
                128 * MIB,
                64 * MIB,
                Math.max(2, Runtime.getRuntime().availableProcessors()),
                512 * MIB,
                InstantSource.system());
    }

    public RocksConfig withDurability(Durability other) {
        return new RocksConfig(
                folder, other, blockCacheBytes, memtableBytes, maxPendingBytes, readers, reserveBytes, clock);
    }

    public RocksConfig withMemory(long cacheBytes, long writeBytes) {
        return new RocksConfig(
                folder, durability, cacheBytes, writeBytes, maxPendingBytes, readers, reserveBytes, clock);
    }

    public RocksConfig withMaxPendingBytes(long bytes) {
        return new RocksConfig(folder, durability, blockCacheBytes, memtableBytes, bytes, readers, reserveBytes, clock);
    }

    public RocksConfig withReaders(int threads) {
        return new RocksConfig(
                folder, durability, blockCacheBytes, memtableBytes, maxPendingBytes, threads, reserveBytes, clock);
    }

    public RocksConfig withReserveBytes(long bytes) {
        return new RocksConfig(
                folder, durability, blockCacheBytes, memtableBytes, maxPendingBytes, readers, bytes, clock);
    }

    public RocksConfig withClock(InstantSource other) {
        return new RocksConfig(
                folder, durability, blockCacheBytes, memtableBytes, maxPendingBytes, readers, reserveBytes, other);
    }

    private static void atLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + ": got " + value + ", expected at least " + least);
        }
    }
}
