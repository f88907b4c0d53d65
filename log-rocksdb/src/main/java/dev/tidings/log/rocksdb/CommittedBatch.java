package dev.tidings.log.rocksdb;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import java.util.List;

/**
 * The entries of one group commit that are durable, as published to the {@link ReadyQueues} of one stage.
 *
 * @param stage the stage to publish
 * @param first the sequence of the first entry; each further entry has the next
 * @param entries the entries of all stages
 */
record CommittedBatch(Stage stage, long first, List<LogEntry> entries) {}
