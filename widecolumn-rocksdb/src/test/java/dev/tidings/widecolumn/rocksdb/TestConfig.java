package dev.tidings.widecolumn.rocksdb;

import java.nio.file.Path;

/** The configuration of tests: little memory and no fsync, on which the tests don't depend. */
final class TestConfig {
    private TestConfig() {}

    static RocksConfig in(Path folder) {
        return RocksConfig.in(folder)
                .withDurability(Durability.OS)
                .withMemory(4 << 20, 4 << 20)
                .withReserveBytes(0);
    }
}
