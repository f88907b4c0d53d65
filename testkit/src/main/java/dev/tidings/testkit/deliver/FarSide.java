package dev.tidings.testkit.deliver;

import dev.tidings.core.deliver.Message;
import dev.tidings.core.deliver.Provider;
import java.time.Duration;
import java.util.List;

/**
 * Whoever a provider hands its deliveries to, doing as it is told: the real protocol on a real connection, with the answers that the
 * real one gives. To whom nothing was told it says yes.
 */
public interface FarSide extends AutoCloseable {
    /** How long one who throttles asks to be left alone. */
    Duration RETRY_AFTER = Duration.ofSeconds(7);

    /** What it does with a delivery. */
    enum Behaviour {
        ACCEPTS,
        /** Wants no such thing, now or later. */
        REFUSES,
        /** Asks to be left alone for {@link #RETRY_AFTER}. */
        THROTTLES,
        /** Knows the address to be nobody's. */
        UNKNOWN_ADDRESS,
        /** Says that something is broken at its end. */
        FAILS,
        /** Takes it, and never answers. */
        HANGS,
        /** Takes it, and answers yes once it is {@link #release released}. */
        HOLDS,
        /** Answers something that is no answer. */
        GARBAGE,
        /** Takes it, and closes the connection. */
        DROPS
    }

    /**
     * What reached it, as it understood it.
     *
     * @param dedupeKey what a repeat can be known by; null if the protocol has no room for it
     */
    record Received(String address, Message message, String dedupeKey) {}

    /**
     * The provider, which knows this far side alone. Waits for an answer, and for what is under way when it is closed, for a few
     * seconds.
     */
    Provider provider();

    /** Says what to do with deliveries to an address from now on. */
    void script(String address, Behaviour behaviour);

    /** Answers all that it holds. */
    void release();

    /** Is no longer there at all: connections are refused. */
    void vanish();

    /** All that reached it, whatever it did with it, in order. */
    List<Received> received();

    @Override
    void close();
}
