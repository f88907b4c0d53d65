package dev.tidings.core.log;

import java.time.Duration;
import java.util.List;

/**
 * Hands out the records of some partitions of one stage. For one thread at a time, and one handful at a time: the next is given out
 * only after the one before was reported as done or is to come again.
 */
public interface LogConsumer {

    /**
     * The next records, at most so many and all of one lane, or none if there are none within the time or the log is closing.
     *
     * <p>Within a tenant urgency is all: nothing is handed out of a lane while the tenant has something in a more urgent one. Between
     * tenants urgency is a larger share: of lanes that never run empty, each has about twice as many handed out as the next less
     * urgent one, and who asks for little waits for nobody's flood. Within a lane, tenants take turns. Records of one partition,
     * lane and tenant come in the order in which they were appended.
     */
    List<LogRecord> poll(int most, Duration wait) throws InterruptedException;

    /** The records last polled, but those set aside, have had their effect, durably; they can be forgotten. */
    void done();

    /** The records last polled have not all had their effect: they come again, as repeated, but those set aside. */
    void again();

    /**
     * One of the records last polled can't be handled, however often it is tried. It is kept with the reason, durably when this
     * returns, and is handed out no more; see {@link Log#setAside}.
     *
     * @throws LogException if that could not be done; it is still one of those last polled
     */
    void setAside(LogRecord record, String reason);
}
