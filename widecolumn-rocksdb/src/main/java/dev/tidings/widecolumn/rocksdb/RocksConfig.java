package dev.tidings.widecolumn.rocksdb;

import java.nio.file.Path;
import java.time.InstantSource;

/**
 * Configuration of the embedded engine.
 *
 * @param folder the data directory; created if missing
 * @param durability the point at which a write is acked
 * @param blockCacheBytes memory for blocks read from disk, including index and filter blocks
 * @param memtableBytes memory for writes not yet flushed, all tables together
 * @param maxPendingBytes limit of the bytes waiting to be committed; beyond it writes are refused as overload
 * @param readers number of reader threads, which keep callers from waiting for the disk; 1 to 1,024
 * @param reserveBytes free disk space below which writes are refused, so that the store can still be compacted and closed
 * @param clock the clock for expiry. Compaction drops expired rows by the machine's own clock, so rows are lost early if this
 *     clock runs behind it
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

    /** Far more than a disk can serve concurrently; a larger value is a mistake. */
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

    private static void atLeast(String name, long value, long min) {
        if (value < min) {
            throw new IllegalArgumentException(name + ": got " + value + ", expected at least " + min);
        }
    }
}
