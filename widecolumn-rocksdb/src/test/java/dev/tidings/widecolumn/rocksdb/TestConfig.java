package dev.tidings.widecolumn.rocksdb;

import java.nio.file.Path;

/** Small memory, and no wait for the disk: what these tests check does not depend on fsync. */
final class TestConfig {
    private TestConfig() {}

    static RocksConfig in(Path folder) {
        return RocksConfig.in(folder)
                .withDurability(Durability.OS)
                .withMemory(4 << 20, 4 << 20)
                .withReserveBytes(0);
    }
}
