package dev.tidings.core.log;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Durable queues. What was appended is handed out at least once; what was reported as done is not handed out again, unless the
 * process died before that was noted.
 */
public interface Log extends AutoCloseable {

    /**
     * Appends all of them, in order. Completes when they are durable: on disk, or with the in-sync replicas. Fails with a
     * {@link LogException}; then all or some may have been appended, or none.
     */
    CompletableFuture<Void> append(List<LogEntry> entries);

    /**
     * Opens consumers for a stage, which share its partitions between them: each partition belongs to one consumer at a time.
     *
     * @param count how many of this process
     */
    List<LogConsumer> consumers(Stage stage, int count);

    /** How many records wait in a stage: appended, and not reported as done. */
    long backlog(Stage stage);

    /** How many of them are one tenant's and in one lane: what a record of its that is appended now has before it. */
    long backlog(Lane lane, String tenant);

    /** Records that could not be handled and are kept until somebody looks into it; at most so many of them, in no order. */
    List<SetAside> setAside(Stage stage, int most);

    /** Empty if it could take records now; otherwise why not. */
    Optional<String> problem();

    /** Stops the consumers, waits for what is being appended, and closes. Appends fail from now on. */
    @Override
    void close();
}
