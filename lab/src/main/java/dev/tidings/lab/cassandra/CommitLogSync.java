package dev.tidings.lab.cassandra;

/** When a node acknowledges a write. */
public enum CommitLogSync {
    /**
     * Before the write is on disk; the commit log is synced every ten seconds. Cassandra's own default: fast, and with three replicas
     * a write survives the loss of one machine. A node that is killed forgets what it acknowledged in its last tenth of a second or so,
     * which its commit log has, but without the mark up to which it is read again.
     */
    PERIODIC("commitlog_sync: periodic\ncommitlog_sync_period: 10000ms"),

    /** After the write is on disk; those of two milliseconds share one fsync. */
    GROUP("commitlog_sync: group\ncommitlog_sync_group_window: 2ms");

    final String yaml;

    CommitLogSync(String yaml) {
        this.yaml = yaml;
    }
}
