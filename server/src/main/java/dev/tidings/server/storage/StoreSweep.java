package dev.tidings.server.storage;

import dev.tidings.core.log.LogEntry;
import dev.tidings.log.rocksdb.RocksLog;
import dev.tidings.metadata.sql.SqlMetadataStore;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.RowFate;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;

/** Visits all rows of the tables and all records of the log, removes some, and rewrites the files so that nothing of them remains. */
public final class StoreSweep {
    private final Engine engine;
    private final RocksLog log;
    private final SqlMetadataStore metadata;

    StoreSweep(Engine engine, RocksLog log, SqlMetadataStore metadata) {
        this.engine = engine;
        this.log = log;
        this.metadata = metadata;
    }

    /** Visits every row of a table and returns how many were removed or replaced. */
    public <R extends Record> long rows(Table<R> table, Function<R, RowFate> visitor) {
        return tables().sweep(table, visitor);
    }

    /** Whether such a record waits in the log. */
    public boolean isInLog(Predicate<LogEntry> wanted) {
        return log.anyWaiting(wanted);
    }

    /** Moves records that earlier versions quarantined inside the log to a target that has stored them when it returns true. */
    public int moveQuarantined(BiPredicate<LogEntry, String> target) {
        return log.moveQuarantined(target);
    }

    /** Rewrites all files: what was removed before is on the disk no more. */
    public void compact() {
        tables().compact();
        log.compact();
        compactMetadata();
    }

    /** Rewrites the files of the metadata store only. */
    public void compactMetadata() {
        metadata.compact();
    }

    /** Ends a compaction of the tables in flight, for the shutdown. */
    public void cancel() {
        if (engine instanceof RocksEngine tables) {
            tables.cancelCompaction();
        }
    }

    private RocksEngine tables() {
        if (engine instanceof RocksEngine tables) {
            return tables;
        }
        throw new IllegalStateException("the tables are not in the data folder: expected the embedded engine");
    }
}
