package dev.tidings.log.rocksdb;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Small logs and their entries, for tests. */
public final class TestLogs {
    private TestLogs() {}

    public static RocksLogConfig in(Path folder) {
        return RocksLogConfig.in(folder).withMemory(4 << 20, 4 << 20).withReserveBytes(0);
    }

    static LogEntry entry(int partition, String text) {
        return new LogEntry(
                new Lane(Stage.ROUTE, Priority.NORMAL), partition, "a", text.getBytes(StandardCharsets.UTF_8));
    }
}
