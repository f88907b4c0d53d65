package dev.tidings.server.schedule;

/** A shard of a layout of the schedule: the unit of ownership. */
record ShardId(int layout, int shard) {}
