package dev.tidings.server.storage;

import dev.tidings.log.rocksdb.RocksLog;
import dev.tidings.metadata.sql.SqlMetadataStore;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Copies all stores of an open data folder as of one moment: the state that a power failure would have left then. Changes wait while the
 * moment is taken, which costs hard links and no copies.
 *
 * <p>Neither order of copies would do without that. A record moves from the log into the tables, and from the schedule, which is in the
 * tables, into the log: it would be missing from tables that are copied before the log, or from a log that is copied before the tables.
 */
public final class StoreSnapshots {
    static final String ID_FLOOR = "id-floor";
    static final String METADATA = "meta.db";
    static final String TABLES = "tables";
    static final String LOG = "log";

    /** Within the data folder: hard links need the same disk. */
    static final String STAGING = "snapshot";

    private final Path folder;
    private final Engine engine;
    private final RocksLog log;
    private final SqlMetadataStore metadata;

    StoreSnapshots(Path folder, Engine engine, RocksLog log, SqlMetadataStore metadata) {
        this.folder = folder;
        this.engine = engine;
        this.log = log;
        this.metadata = metadata;
        // Left by a process that was killed while it took one.
        DataFolders.deleteAll(folder.resolve(STAGING));
    }

    /** Takes a snapshot, hands its folder to a reader, and deletes it. One at a time. */
    public synchronized void take(Consumer<Path> reader) {
        if (!(engine instanceof RocksEngine tables)) {
            throw new IllegalStateException("the tables are not in the data folder: expected the embedded engine");
        }
        Path staging = folder.resolve(STAGING);
        DataFolders.deleteAll(staging);
        try {
            Files.createDirectory(staging, DataFolders.ownerOnly(staging));
            // Before changes wait, so that the checkpoint has little left to write.
            tables.flush();
            metadata.copyTo(
                    staging.resolve(METADATA),
                    () -> log.checkpoint(staging.resolve(LOG), () -> tables.checkpoint(staging.resolve(TABLES))));
            // Last: it may be higher than needed, never lower.
            if (Files.exists(folder.resolve(ID_FLOOR))) {
                Files.copy(folder.resolve(ID_FLOOR), staging.resolve(ID_FLOOR));
            }
            reader.accept(staging);
        } catch (IOException e) {
            throw new UncheckedIOException("no snapshot of " + folder + " could be taken: " + e, e);
        } finally {
            DataFolders.deleteAll(staging);
        }
    }
}
