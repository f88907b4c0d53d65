package dev.tidings.channels.capture;

import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import java.time.Instant;

/**
 * A delivery that the capture provider kept instead of sending it.
 *
 * @param number increases over all tenants
 * @param messageId the id assigned by the simulated provider
 */
public record CapturedDelivery(long number, Instant at, String messageId, Delivery delivery) {
    /** The memory of an entry besides its content. */
    private static final int OVERHEAD = 400;

    /** Its approximate size in memory. */
    long bytes() {
        long characters =
                length(delivery.user().user()) + length(delivery.address().value()) + messageLength();
        return OVERHEAD + 2 * characters;
    }

    private long messageLength() {
        Message message = delivery.message();
        if (message instanceof Message.Push push) {
            return length(push.title()) + length(push.body()) + length(push.data()) + length(push.deepLink());
        }
        if (message instanceof Message.Email email) {
            return length(email.subject()) + length(email.text()) + length(email.html()) + length(email.unsubscribe());
        }
        return message instanceof Message.Sms sms ? length(sms.text()) : length(((Message.Webhook) message).body());
    }

    private static long length(String text) {
        return text == null ? 0 : text.length();
    }
}
