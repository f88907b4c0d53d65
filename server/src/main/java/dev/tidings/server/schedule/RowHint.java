package dev.tidings.server.schedule;

import java.time.Instant;
import java.util.UUID;

/** The key of a written row that the sweep of its shard may have missed. */
record RowHint(Instant at, UUID id) {}
