package dev.tidings.widecolumn.rocksdb;

import dev.tidings.testkit.EngineContract;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Schema;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

/** The engine contract on RocksDB. */
class RocksEngineContractTest extends EngineContract {
    @TempDir
    static Path folder;

    @Override
    protected Engine open(Schema schema, InstantSource clock) {
        return RocksEngine.open(TestConfig.in(folder.resolve(schema.name())).withClock(clock), schema);
    }

    /** A race is cheap here, and a rare failure shows only in many of them. */
    @Override
    protected int races() {
        return 10_000;
    }
}
