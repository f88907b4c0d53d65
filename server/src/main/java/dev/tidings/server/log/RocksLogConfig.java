package dev.tidings.server.log;

import java.nio.file.Path;

/**
 * How the embedded log is set up.
 *
 * @param folder where it is kept, and nothing else; created if missing
 * @param memtableBytes memory for what RocksDB has not yet put into a file
 * @param maxPendingBytes appends waiting to be committed; beyond that they are refused as overload
 * @param hotBytes payloads kept in memory for the consumers, so that what is consumed at once is never read back from disk
 * @param maxBacklog records that wait in one stage, of all tenants; once there are so many, appends to it are refused as overload
 * @param maxTenantBacklog the same for each tenant, whose appends alone are then refused
 * @param reserveBytes room on the disk below which appends are refused, so that what is stored can still be consumed
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

    /** The defaults: modest enough for a laptop. */
    public static RocksLogConfig in(Path folder) {
        return new RocksLogConfig(folder, 64 * MIB, 64 * MIB, 32 * MIB, 10_000_000, 2_000_000, 512 * MIB);
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

    private static void atLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + ": got " + value + ", expected at least " + least);
        }
    }
}
