package dev.tidings.server;

import dev.tidings.core.log.Log;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.log.rocksdb.RocksLog;
import dev.tidings.log.rocksdb.RocksLogConfig;
import dev.tidings.metadata.sql.SqlMetadataConfig;
import dev.tidings.metadata.sql.SqlMetadataStore;
import dev.tidings.server.config.Config;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.Durability;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Opens and holds the stores that {@link Service} uses: metadata in SQL, tables and log on RocksDB. Each is in its own subfolder or file of
 * the data folder; metadata and tables can be external.
 */
record Storage(MetadataStore metadata, Engine engine, Log log) {

    /**
     * Opens all of them, or fails and leaves none open.
     *
     * @param tables opens the external engine if the tables are not in the data folder
     */
    static Storage open(Config config, InstantSource clock, Optional<Supplier<Engine>> tables) {
        Path folder = config.dataFolder();
        try {
            createFolder(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("dataFolder: can't create " + folder.toAbsolutePath(), e);
        }
        // The engine first: its lock detects another process that uses the folder.
        Engine engine = tables.map(Supplier::get)
                .orElseGet(() -> RocksEngine.open(tables(config, clock), TidingsSchema.SCHEMA));
        MetadataStore metadata = null;
        try {
            metadata = SqlMetadataStore.open(sql(config));
            return new Storage(metadata, engine, RocksLog.open(log(config)));
        } catch (RuntimeException e) {
            if (metadata != null) {
                metadata.close();
            }
            engine.close();
            throw e;
        }
    }

    /** Readable by its owner only: it holds all messages and a key with all scopes. An existing folder is left as it is. */
    private static void createFolder(Path folder) throws IOException {
        boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (Files.exists(folder) || !posix) {
            Files.createDirectories(folder);
            return;
        }
        // Parent folders may be shared, so they get the default permissions.
        Files.createDirectories(folder.toAbsolutePath().getParent());
        Files.createDirectories(
                folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    void close() {
        log.close();
        engine.close();
        metadata.close();
    }

    static RocksConfig tables(Config config, InstantSource clock) {
        return RocksConfig.in(config.dataFolder().resolve("tables"))
                .withMemory(
                        config.storage().blockCache().bytes(),
                        config.storage().writeBuffer().bytes())
                .withDurability(config.storage().fsync() ? Durability.FSYNC : Durability.OS)
                .withClock(clock);
    }

    private static RocksLogConfig log(Config config) {
        RocksLogConfig defaults = RocksLogConfig.in(config.dataFolder().resolve("log"));
        return defaults.withMemory(config.log().writeBuffer().bytes(), defaults.hotBytes())
                .withMaxPendingBytes(config.log().maxPending().bytes())
                .withMaxBacklog(config.log().maxBacklog(), config.log().maxTenantBacklog());
    }

    private static SqlMetadataConfig sql(Config config) {
        Config.Metadata meta = config.metadata();
        return meta.url().isEmpty()
                ? SqlMetadataConfig.sqlite(config.dataFolder().resolve("meta.db"))
                : new SqlMetadataConfig(meta.url(), meta.user(), meta.password().reveal(), meta.poolSize());
    }
}
