/**
 * The log on RocksDB, for one process. A record is one key, written once and deleted once:
 *
 * <pre>
 *            1       1          1           1          as many   8 bytes, big-endian
 *   key    [ stage ][ priority ][ partition ][ length ][ tenant ][ sequence ]       {@link LogKey}
 *            \_________________ a queue _______________________/  rising through the whole log, also over restarts
 *   value  [ payload ]
 *
 *   key    [ 0 ]                    value  [ the next sequence ]
 *   key    [ 0 ][ 1 ][ as above ]   value  [ length ][ reason ][ payload ]   of earlier versions   {@link LegacyQuarantine}
 * </pre>
 *
 * The length in front of the tenant separates tenants whose ids share a prefix. The records of a queue are adjacent and in order.
 *
 * <p>An append goes {@link RocksLog} → {@link BacklogLimits} (limits) → {@link CommitQueue} (pending appends) → {@link Committer} (group
 * commit, one fsync) → {@link LogStore}, and only then to the {@link ReadyQueues} of the consumer that owns its partition. The ready queues
 * know how many records each queue has; payloads of recent ones are kept in memory, the others stay on disk. {@link FairQueue} picks the
 * next records: lanes by weight, tenants round-robin. Completed records are deleted after a sync of their effects ({@link
 * DeleteQueue}), with the next commit.
 */
package dev.tidings.log.rocksdb;
