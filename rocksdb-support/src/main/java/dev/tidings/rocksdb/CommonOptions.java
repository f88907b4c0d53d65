package dev.tidings.rocksdb;

import org.rocksdb.DBOptionsInterface;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.MutableDBOptionsInterface;

/**
 * Applies the RocksDB options that every database here has: created if missing, files synced steadily while they are written, a small info
 * log.
 */
public final class CommonOptions {
    private CommonOptions() {}

    public static <T extends DBOptionsInterface<T> & MutableDBOptionsInterface<T>> T applyTo(T options) {
        options.setCreateIfMissing(true);
        // Each change of the files writes a new manifest, so that it never names keys of files that are gone.
        options.setMaxManifestFileSize(1);
        options.setBytesPerSync(1 << 20);
        options.setInfoLogLevel(InfoLogLevel.WARN_LEVEL);
        options.setKeepLogFileNum(4);
        options.setStatsDumpPeriodSec(0);
        return options;
    }
}
