package dev.tidings.server.storage;

import dev.tidings.log.rocksdb.RocksLogConfig;
import dev.tidings.metadata.sql.SqlMetadataConfig;
import dev.tidings.server.config.Config;
import dev.tidings.widecolumn.rocksdb.Durability;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import java.time.InstantSource;
import java.util.List;

/** Derives the settings of each embedded store from the options: each is in its own subfolder or file of the data folder. */
public final class StorageConfigs {

    private StorageConfigs() {}

    public static RocksConfig tables(Config config, InstantSource clock) {
        return RocksConfig.in(config.dataFolder().resolve(StoreSnapshots.TABLES))
                .withMemory(
                        config.storage().blockCache().bytes(),
                        config.storage().writeBuffer().bytes())
                .withDurability(config.storage().fsync() ? Durability.FSYNC : Durability.OS)
                .withClock(clock);
    }

    static RocksLogConfig log(Config config) {
        RocksLogConfig defaults = RocksLogConfig.in(config.dataFolder().resolve(StoreSnapshots.LOG));
        return defaults.withMemory(config.log().writeBuffer().bytes(), defaults.hotBytes())
                .withMaxPendingBytes(config.log().maxPending().bytes())
                .withMaxBacklog(config.log().maxBacklog(), config.log().maxTenantBacklog());
    }

    static SqlMetadataConfig metadata(Config config) {
        Config.Metadata metadata = config.metadata();
        return metadata.url().isEmpty()
                ? SqlMetadataConfig.sqlite(config.dataFolder().resolve(StoreSnapshots.METADATA))
                : new SqlMetadataConfig(
                        metadata.url(), metadata.user(), metadata.password().reveal(), metadata.poolSize());
    }

    /** Creates the data folder, readable by its owner only. */
    static void createFolder(Config config) {
        new OwnerOnlyFolder(config.dataFolder(), List.of(StoreSnapshots.TABLES, StoreSnapshots.LOG)).create();
    }
}
