package dev.tidings.log.rocksdb;

import java.nio.file.Path;

/**
 * Settings of the embedded log.
 *
 * @param folder its folder, which holds nothing else; created if missing
 * @param memtableBytes memory for RocksDB's memtables
 * @param maxPendingBytes limit for appends waiting to be committed; beyond it they are refused as overload
 * @param hotBytes memory budget for payloads, so that records consumed at once are never read back from disk
 * @param maxBacklog limit for the records waiting in one stage, of all tenants; from there on appends to it are refused as overload
 * @param maxTenantBacklog the same per tenant; only its own appends are refused
 * @param reserveBytes free disk space below which appends are refused, so that stored records can still be consumed
 */
public record RocksLogConfig(
        Path folder,
        long memtableBytes,
        long maxPendingBytes,
        long hotBytes,
        long maxBacklog,
        long maxTenantBacklog,
        long reserveBytes) {
    private static final long MIB = 1L << 20;

    public RocksLogConfig {
        atLeast("memtableBytes", memtableBytes, MIB);
        atLeast("maxPendingBytes", maxPendingBytes, 1);
        atLeast("hotBytes", hotBytes, 0);
        atLeast("maxBacklog", maxBacklog, 1);
        atLeast("maxTenantBacklog", maxTenantBacklog, 1);
        atLeast("reserveBytes", reserveBytes, 0);
    }

    /** The defaults of the server's options, small enough for a laptop. */
    public static RocksLogConfig in(Path folder) {
        return new RocksLogConfig(folder, 64 * MIB, 64 * MIB, 32 * MIB, 20_000_000, 10_000_000, 512 * MIB);
    }

    public RocksLogConfig withMemory(long memtable, long hot) {
        return new RocksLogConfig(folder, memtable, maxPendingBytes, hot, maxBacklog, maxTenantBacklog, reserveBytes);
    }

    public RocksLogConfig withMaxPendingBytes(long bytes) {
        return new RocksLogConfig(folder, memtableBytes, bytes, hotBytes, maxBacklog, maxTenantBacklog, reserveBytes);
    }

    public RocksLogConfig withMaxBacklog(long all, long perTenant) {
        return new RocksLogConfig(folder, memtableBytes, maxPendingBytes, hotBytes, all, perTenant, reserveBytes);
    }

    public RocksLogConfig withReserveBytes(long bytes) {
        return new RocksLogConfig(
                folder, memtableBytes, maxPendingBytes, hotBytes, maxBacklog, maxTenantBacklog, bytes);
    }

    private static void atLeast(String name, long value, long min) {
        if (value < min) {
            throw new IllegalArgumentException(name + ": got " + value + ", expected at least " + min);
        }
    }
}
