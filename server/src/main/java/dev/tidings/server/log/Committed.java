package dev.tidings.server.log;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import java.util.List;

/**
 * Records that are durable.
 *
 * @param stage which of them are meant
 * @param first the sequence of the first entry; each further one has the next
 * @param entries those of all stages
 */
record Committed(Stage stage, long first, List<LogEntry> entries) {}
