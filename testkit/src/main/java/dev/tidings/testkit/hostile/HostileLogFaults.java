package dev.tidings.testkit.hostile;

/**
 * What a {@link HostileLog} does, and how often.
 *
 * @param formerFirst the share of batches of which partitions move when they are acknowledged: the former owner has processed them, and the
 *     new owner gets them afterwards
 * @param formerLast the share of batches of which partitions move when they are polled: the former owner wakes up when the new owner has
 *     processed them. Needs a second consumer
 * @param bothAtOnce the share of batches of which partitions move when they are polled, and both owners process them at the same time. Needs
 *     a second consumer
 * @param unmarked the share of moves whose records are not marked as redelivered
 * @param unnoticed the share of moves that the former owner does not notice before its acknowledgement is refused
 * @param unknownAppends the share of appends that fail although some of the entries, or all, may be there
 */
public record HostileLogFaults(
        double formerFirst,
        double formerLast,
        double bothAtOnce,
        double unmarked,
        double unnoticed,
        double unknownAppends) {
    /** A log that several processes share, none of which fails. */
    public static final HostileLogFaults NONE = new HostileLogFaults(0, 0, 0, 0, 0, 0);

    public HostileLogFaults withFormerFirst(double share) {
        return new HostileLogFaults(share, formerLast, bothAtOnce, unmarked, unnoticed, unknownAppends);
    }

    public HostileLogFaults withFormerLast(double share) {
        return new HostileLogFaults(formerFirst, share, bothAtOnce, unmarked, unnoticed, unknownAppends);
    }

    public HostileLogFaults withBothAtOnce(double share) {
        return new HostileLogFaults(formerFirst, formerLast, share, unmarked, unnoticed, unknownAppends);
    }

    public HostileLogFaults withUnmarked(double share) {
        return new HostileLogFaults(formerFirst, formerLast, bothAtOnce, share, unnoticed, unknownAppends);
    }

    public HostileLogFaults withUnnoticed(double share) {
        return new HostileLogFaults(formerFirst, formerLast, bothAtOnce, unmarked, share, unknownAppends);
    }

    public HostileLogFaults withUnknownAppends(double share) {
        return new HostileLogFaults(formerFirst, formerLast, bothAtOnce, unmarked, unnoticed, share);
    }
}
