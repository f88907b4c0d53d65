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
 *   key    [ 0 ][ 1 ][ as above ]   value  [ length ][ reason ][ payload ]   could not be handled, set aside   {@link Aside}
 * </pre>
 *
 * The length in front of the tenant keeps tenants apart whose ids start alike. All of a queue lies together, in order.
 *
 * <p>An append goes {@link RocksLog} → {@link Admission} (is there room?) → {@link Intake} (what waits) → {@link Committer} (one
 * fsync for all of it) → {@link LogStore}, and only then to its {@link Desk}, where the consumer of its partition finds it. The
 * desk knows how many records each queue has; the payloads of recent ones it holds in memory, the others it leaves on disk. Who
 * comes next is up to {@link Turns}: lanes by weight, tenants in turns. What is done is deleted with the next commit.
 */
package dev.tidings.server.log;
