package dev.tidings.server.pipeline;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Map;

/** Counts deliveries by channel and outcome, and dead letters by channel. Instances on the same registry share their counters. */
public final class DeliveryMeters {
    private final Map<Channel, Map<DeliveryState, Counter>> outcomes = new EnumMap<>(Channel.class);
    private final Map<Channel, Counter> delayed = new EnumMap<>(Channel.class);
    private final Map<Channel, Counter> deadLetters = new EnumMap<>(Channel.class);

    public DeliveryMeters(MeterRegistry registry) {
        for (Channel channel : Channel.values()) {
            Map<DeliveryState, Counter> ofChannel = new EnumMap<>(DeliveryState.class);
            for (DeliveryState state : DeliveryState.values()) {
                if (state != DeliveryState.PENDING) {
                    ofChannel.put(state, counter(registry, channel, state.wire()));
                }
            }
            outcomes.put(channel, ofChannel);
            if (channel != Channel.IN_APP) {
                delayed.put(channel, counter(registry, channel, "delayed"));
                deadLetters.put(
                        channel,
                        Counter.builder("tidings.dead.letters")
                                .description("Deliveries that failed for good and can be replayed, by channel")
                                .tag("channel", channel.wire())
                                .register(registry));
            }
        }
    }

    private static Counter counter(MeterRegistry registry, Channel channel, String outcome) {
        return Counter.builder("tidings.deliveries")
                .description("Deliveries by channel and outcome; delayed ones are attempted later")
                .tag("channel", channel.wire())
                .tag("outcome", outcome)
                .register(registry);
    }

    /** Counts a delivery that has reached a state; a pending one is not counted. */
    public void reached(Channel channel, DeliveryState state) {
        Counter counter = outcomes.get(channel).get(state);
        if (counter != null) {
            counter.increment();
        }
    }

    /** Counts an attempt that is made later. */
    public void delayed(Channel channel) {
        delayed.get(channel).increment();
    }

    public void deadLetter(Channel channel) {
        deadLetters.get(channel).increment();
    }
}
