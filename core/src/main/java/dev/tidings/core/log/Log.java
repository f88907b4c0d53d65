package dev.tidings.core.log;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The port of the durable queues between pipeline stages: append entries, open consumers, count the backlog. Delivery is at least once: an
 * acknowledged record is handed out again only if the log was closed, or its process or machine failed, before the acknowledgement was
 * durable.
 *
 * <p>A log is used alone, by one process, or shared: several processes append, and each owns some partitions for a while; see {@link
 * Ownership}. The contract suite has a half for each.
 */
public interface Log extends AutoCloseable {

    /**
     * Appends all entries, in order. Completes when they are durable: on disk, or on the in-sync replicas. Fails with a {@link
     * LogException}; then all, some or none of them may have been appended.
     */
    CompletableFuture<Void> append(List<LogEntry> entries);

    /**
     * Opens consumers of a stage, which share its partitions: each partition is assigned to one consumer at a time.
     *
     * @param count the number of consumers in this process
     */
    List<LogConsumer> consumers(Stage stage, int count);

    /**
     * The number of records of a stage that are appended and not acknowledged. Exact if the log is used alone; an estimate if it is shared,
     * as are the other backlogs.
     */
    long backlog(Stage stage);

    /** The number of unacknowledged records of one tenant in one lane: the queue in front of a record that is appended now. */
    long backlog(Lane lane, String tenant);

    /** The lanes with a backlog. Visits every queue, so it is for metrics, not for each record. */
    Map<Lane, LaneBacklog> backlogs();

    /** Empty if the log could take records now; otherwise the reason. */
    Optional<String> problem();

    /** Stops the consumers, waits for appends in flight, and closes. Later appends fail. */
    @Override
    void close();
}
