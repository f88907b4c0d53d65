package dev.tidings.testkit.delivery;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Provider;
import java.time.Duration;
import java.util.List;

/**
 * A provider simulator with scripted behaviour per address: the real protocol on a real connection, with the responses of the
 * real service. It accepts deliveries to addresses without a script.
 */
public interface ProviderSimulator extends AutoCloseable {
    /** The pause that a throttling simulator requests. */
    Duration RETRY_AFTER = Duration.ofSeconds(7);

    /** The reaction of the simulator to a delivery. */
    enum Behaviour {
        ACCEPTS,
        /** Rejects the delivery permanently. */
        REFUSES,
        /** Rejects it temporarily and requests a pause of {@link #RETRY_AFTER}. */
        THROTTLES,
        /** Responds that the address is not registered. */
        UNKNOWN_ADDRESS,
        /** Responds with a server error. */
        FAILS,
        /** Accepts it and never responds. */
        HANGS,
        /** Accepts it and responds with success once it is {@link #release released}. */
        HOLDS,
        /** Sends a response that can't be parsed. */
        GARBAGE,
        /** Accepts it and closes the connection. */
        DROPS
    }

    /**
     * A delivery as the simulator parsed it.
     *
     * @param dedupeKey the deduplication key of retries; null if the protocol has none
     */
    record Received(String address, Message message, String dedupeKey) {}

    /** A provider that is connected to this simulator. */
    Provider provider();

    /** Sets the behaviour for an address from now on. */
    void script(String address, Behaviour behaviour);

    /** Responds to all held deliveries. */
    void release();

    /** Stops the simulator: connections are refused. */
    void stop();

    /** All deliveries that reached it, in order, whatever the behaviour. */
    List<Received> received();

    @Override
    void close();
}
