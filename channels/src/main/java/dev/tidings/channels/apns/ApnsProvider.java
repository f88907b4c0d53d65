package dev.tidings.channels.apns;

import com.eatthepath.pushy.apns.ApnsClient;
import dev.tidings.channels.InFlightDeliveries;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind.ProviderContext;
import io.netty.handler.codec.http2.StreamBufferingEncoder.Http2GoAwayException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

/** Delivers push notifications to Apple devices through one APNs account, with the pushy client. */
final class ApnsProvider implements Provider {
    /** The token becomes part of a path, so nothing else may pass. Apple does not define its length, only that it may grow. */
    private static final Pattern TOKEN = Pattern.compile("[0-9A-Fa-f]{8,400}");

    private final InFlightDeliveries inFlight = new InFlightDeliveries();
    private final ApnsClient client;
    private final String topic;
    private final ProviderContext context;

    ApnsProvider(ApnsClient client, String topic, ProviderContext context) {
        this.client = client;
        this.topic = topic;
        this.context = context;
    }

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        return inFlight.start(() -> attempt(delivery));
    }

    private CompletableFuture<Outcome> attempt(Delivery delivery) {
        if (!TOKEN.matcher(delivery.address().value()).matches()) {
            return CompletableFuture.completedFuture(
                    new Outcome.Unregistered("bad_device_token", "not the token of a device: expected hex digits"));
        }
        ApnsPayload payload = ApnsPayload.of((Message.Push) delivery.message(), delivery.priority());
        if (payload.bytes() > ApnsPayload.MAX_BYTES) {
            return CompletableFuture.completedFuture(new Outcome.Rejected(
                    "payload_too_large",
                    payload.bytes() + " bytes as JSON, expected at most " + ApnsPayload.MAX_BYTES));
        }
        ApnsNotification notification =
                new ApnsNotification(delivery, payload, topic, context.clock().instant());
        return client.sendNotification(notification)
                .orTimeout(context.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .handle((response, failure) -> failure == null
                        ? ApnsResponses.outcome(response, delivery.dedupeKey())
                        : failed(notification, failure));
    }

    private static Outcome failed(ApnsNotification notification, Throwable failure) {
        if (notification.withdraw() || failure instanceof Http2GoAwayException) {
            return new Outcome.Retry("unreachable", "no connection to Apple's push service: " + name(failure));
        }
        return failure instanceof TimeoutException
                ? new Outcome.Unclear("timeout", "no answer from Apple's push service in time")
                : new Outcome.Unclear("broken", "the connection broke before there was an answer: " + name(failure));
    }

    /** Without its message, which may contain anything. */
    private static String name(Throwable failure) {
        return failure.getClass().getSimpleName();
    }

    @Override
    public Optional<String> problem() {
        return inFlight.problem();
    }

    @Override
    public void close() {
        inFlight.close(context.timeout());
        // Not awaited: the outcomes of all deliveries are known.
        client.close();
    }
}
