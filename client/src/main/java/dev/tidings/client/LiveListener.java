package dev.tidings.client;

import java.time.Duration;

/** Receives the events of a {@link LiveStream}, one at a time and in order. */
@FunctionalInterface
public interface LiveListener {

    /**
     * Handles an event. Only when it returns, the position moves: an event that was not handled comes again after a reconnect. An
     * exception ends {@link LiveStream#run}.
     */
    void event(LiveEvent event);

    /** The connection was lost; the stream reconnects after a delay, unless it is closed. */
    default void disconnected(TidingsException reason, Duration retryIn) {}
}
