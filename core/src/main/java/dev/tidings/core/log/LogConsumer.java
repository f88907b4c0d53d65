package dev.tidings.core.log;

import java.time.Duration;
import java.util.List;

/**
 * Polls records of the partitions of one stage that are assigned to it, and acknowledges, returns or parks them. Single-threaded,
 * with one batch in flight: the next poll is allowed only after the batch was acknowledged or returned for redelivery.
 *
 * <p>A consumer of a shared log may lose partitions at any time, also those of the batch in flight. Their records are then handed out again
 * by the new owner, under a higher epoch.
 */
public interface LogConsumer {

    /**
     * Polls the next batch: at most {@code most} records, all of one lane. Empty if none arrive within the time or the log is closing.
     *
     * <p>Within a tenant, priority is strict: no record of a lane is handed out while the tenant has one in a more urgent lane. Between
     * tenants, priority is a weight: of lanes that are never empty, each gets about twice the throughput of the next less urgent one, so
     * that a small tenant does not wait for another tenant's flood. Within a lane, tenants are served in turn. Records of one partition,
     * lane and tenant keep the order in which they were appended.
     */
    List<LogRecord> poll(int most, Duration wait) throws InterruptedException;

    /** Ends a waiting poll early, or the next one if none is waiting. The only method that other threads may call. */
    void wakeUp();

    /**
     * Acknowledges the last batch, except parked records: its effects are durable, and the records can be dropped.
     *
     * @return the records that were not acknowledged, because their partitions have been lost; the others were. Always empty if the log is
     *     used alone
     */
    List<LogRecord> done();

    /**
     * Returns the last batch for redelivery, except parked records. The records come back marked as redelivered. Those of lost
     * partitions are the new owner's already.
     */
    void redeliver();

    /**
     * Takes a record out of the last batch that this process must not process or drop, such as one of a newer version. It stays in the log,
     * is not handed out again while the log is open, and comes back after that, marked as redelivered. Until then it does not count as
     * backlog.
     *
     * @throws IllegalArgumentException if the record is not of the last batch
     */
    void park(LogRecord record);
}
