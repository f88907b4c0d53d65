package dev.tidings.core.log;

import java.time.Duration;
import java.util.List;

/**
 * Hands out the records of some partitions of one stage. For one thread at a time, and one handful at a time: the next is given out
 * only after the one before was reported as done or is to come again.
 */
public interface LogConsumer {

    /**
     * The next records, at most so many, or none if there are none within the time or the log is closing. Lanes are drained by
     * priority: nothing is handed out of a lane while a more urgent one has something. Within a lane, tenants take turns. Records
     * of one partition and tenant come in the order in which they were appended.
     */
    List<LogRecord> poll(int most, Duration wait) throws InterruptedException;

    /** The records last polled have had their effect, durably; they can be forgotten. */
    void done();

    /** The records last polled have not all had their effect: they come again, as repeated. */
    void again();
}
