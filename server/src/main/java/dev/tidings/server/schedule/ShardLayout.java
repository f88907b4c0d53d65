package dev.tidings.server.schedule;

import java.time.Instant;

/**
 * A numbered division of the schedule into shards.
 *
 * @param opensAt from when on new rows go into it
 */
public record ShardLayout(int number, int shards, Instant opensAt) {
    /** More than any store needs, and few enough to be swept. */
    public static final int MAX_SHARDS = 1_024;
}
