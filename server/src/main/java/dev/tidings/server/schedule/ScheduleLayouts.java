package dev.tidings.server.schedule;

import java.util.List;

/** Lists the shard layouts of the schedule and adds one with more shards, for the operator API. */
public interface ScheduleLayouts {
    /** In order; the latest is last. */
    List<ShardLayout> layouts();

    /** Adds a layout with at least so many shards for new rows; this can't be undone. May block. */
    ShardLayout grow(int shards);
}
