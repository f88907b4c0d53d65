package dev.tidings.server.schedule;

import java.util.List;

/** The divisions of the schedule into shards. */
public interface ScheduleLayouts {
    /** The latest last. */
    List<Layout> layouts();

    /** Divides what is added from now on into at least so many shards, which can't be undone. May block. */
    Layout grow(int shards);
}
