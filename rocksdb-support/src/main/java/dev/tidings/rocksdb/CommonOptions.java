package dev.tidings.rocksdb;

import java.util.Properties;
import org.rocksdb.DBOptions;
import org.rocksdb.DBOptionsInterface;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.MutableDBOptionsInterface;

/**
 * Applies the RocksDB options that every database here has: created if missing, files synced steadily while they are written, a small info
 * log.
 */
public final class CommonOptions {
    private CommonOptions() {}

    /**
     * New options, to be {@linkplain #applyTo completed} and closed by the caller. With them, each change of the files writes a new manifest,
     * so that it never names keys of files that are gone. RocksDB's Java API has no setter for that.
     */
    public static DBOptions create() {
        Properties properties = new Properties();
        properties.setProperty("max_manifest_space_amp_pct", "0");
        return DBOptions.getDBOptionsFromProps(properties);
    }

    public static <T extends DBOptionsInterface<T> & MutableDBOptionsInterface<T>> T applyTo(T options) {
        options.setCreateIfMissing(true);
        options.setMaxManifestFileSize(1);
        options.setBytesPerSync(1 << 20);
        options.setInfoLogLevel(InfoLogLevel.WARN_LEVEL);
        options.setKeepLogFileNum(4);
        options.setStatsDumpPeriodSec(0);
        return options;
    }
}
