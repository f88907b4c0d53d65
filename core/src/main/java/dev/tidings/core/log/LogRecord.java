package dev.tidings.core.log;

/**
 * A record that a {@link LogConsumer} polled: the appended entry, whether it may have been handed out before, and the ownership under which
 * it was polled.
 *
 * @param redelivered whether the record may have been handed out before, so that it may have had effects already. False is a guarantee
 *     where the log is used alone: no consumer has seen it. In a shared log false is a hint: no consumer has seen it in this epoch, but a
 *     former owner may have
 */
public record LogRecord(LogEntry entry, boolean redelivered, Ownership ownership) {

    /** The fence token of the record's partition. */
    public long epoch() {
        return ownership.epoch();
    }

    public LogRecord asRedelivered() {
        return new LogRecord(entry, true, ownership);
    }
}
