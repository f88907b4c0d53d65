package dev.tidings.server.schedule;

/** One shard of one layout of the schedule: what has one owner at a time. */
record ShardId(int layout, int shard) {}
