package dev.tidings.server.schedule;

/** Identifies a shard of the schedule by layout and number. A process owns and sweeps whole shards. */
record ShardId(int layout, int shard) {}
