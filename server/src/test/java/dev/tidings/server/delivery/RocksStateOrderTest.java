package dev.tidings.server.delivery;

import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;

class RocksStateOrderTest extends StateOrderContract {
    @Override
    Engine open(Path folder, SteppedClock clock) {
        return RocksEngine.open(
                RocksConfig.in(folder).withMemory(8 << 20, 8 << 20).withClock(clock), TidingsSchema.SCHEMA);
    }

    @Override
    int runs() {
        return 300;
    }
}
