package dev.tidings.log.rocksdb;

import dev.tidings.core.log.Log;
import dev.tidings.testkit.log.LogContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The log contract with a tiny payload budget: some records of a queue are in memory, the others are read from disk. */
class ColdRocksLogContractTest extends LogContract.Alone {
    @TempDir
    static Path folder;

    @Override
    protected Log open(String name, Limits limits) {
        return RocksLog.open(TestLogs.in(folder.resolve(name))
                .withMemory(1 << 20, 2000)
                .withMaxBacklog(limits.backlog(), limits.tenantBacklog()));
    }
}
