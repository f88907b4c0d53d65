package dev.tidings.lab.cassandra;

/** The commit log mode of a node: the point at which it acknowledges a write. */
public enum CommitLogSync {
    /**
     * Before the write is on disk; the commit log is synced every ten seconds. Cassandra's own default: fast, and with three
     * replicas a write survives the loss of one machine. A killed node loses the writes it acknowledged in about the last tenth
     * of a second: they are in its commit log, but after the last sync marker, where replay stops.
     */
    PERIODIC("commitlog_sync: periodic\ncommitlog_sync_period: 10000ms"),

    /** After the write is on disk; the writes of two milliseconds share one fsync. */
    GROUP("commitlog_sync: group\ncommitlog_sync_group_window: 2ms");

    final String yaml;

    CommitLogSync(String yaml) {
        this.yaml = yaml;
    }
}
