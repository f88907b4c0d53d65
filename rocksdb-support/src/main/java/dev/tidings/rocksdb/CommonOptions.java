package dev.tidings.rocksdb;

import org.rocksdb.DBOptionsInterface;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.MutableDBOptionsInterface;

/** RocksDB options that every database has: created if missing, written back steadily, with a small info log. */
public final class CommonOptions {
    private CommonOptions() {}

    public static <T extends DBOptionsInterface<T> & MutableDBOptionsInterface<T>> T applyTo(T options) {
        options.setCreateIfMissing(true);
        options.setBytesPerSync(1 << 20);
        options.setInfoLogLevel(InfoLogLevel.WARN_LEVEL);
        options.setKeepLogFileNum(4);
        options.setStatsDumpPeriodSec(0);
        return options;
    }
}
