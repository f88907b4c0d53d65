package dev.tidings.log.rocksdb;

import dev.tidings.core.log.Log;
import dev.tidings.testkit.log.LogContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The log contract on RocksDB. */
class RocksLogContractTest extends LogContract.Alone {
    @TempDir
    static Path folder;

    @Override
    protected Log open(String name, Limits limits) {
        return RocksLog.open(
                TestLogs.in(folder.resolve(name)).withMaxBacklog(limits.backlog(), limits.tenantBacklog()));
    }
}
