package dev.tidings.core.deliver;

import java.time.Duration;

/** What came of one try. */
public sealed interface Outcome {

    /**
     * The far side has taken it.
     *
     * @param providerMessageId what the far side calls it, in receipts too
     */
    record Accepted(String providerMessageId) implements Outcome {}

    /**
     * Not this time: the far side is busy, broken or silent.
     *
     * @param after how long to wait at least, as the far side asked for or as the provider sees fit
     */
    record Retry(Duration after, String reason) implements Outcome {}

    /** The far side does not want it, and will not want it later. Says nothing about the address. */
    record Rejected(String reason) implements Outcome {}

    /** The address reaches nobody any more: an app that was removed, a mailbox that is gone. Not to be used again. */
    record Unregistered(String address) implements Outcome {}
}
