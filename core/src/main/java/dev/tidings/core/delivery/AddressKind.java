package dev.tidings.core.delivery;

import dev.tidings.core.model.Channel;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The kind of an {@link Address}, such as an APNs token, a mailbox or a phone number. It determines the channel and the providers that can
 * reach it.
 */
public enum AddressKind {
    /** An app's device token of the Apple Push Notification service. */
    APNS(Channel.PUSH),
    /** An app's registration token of Firebase Cloud Messaging. */
    FCM(Channel.PUSH),
    /** A browser's push subscription: a JSON object with {@code endpoint}, {@code p256dh} and {@code auth}. */
    WEB_PUSH(Channel.PUSH),
    MAILBOX(Channel.EMAIL),
    /** A telephone number in E.164 format: a plus and digits. */
    PHONE(Channel.SMS),
    URL(Channel.WEBHOOK);

    private final Channel channel;
    private final String wire = name().toLowerCase(Locale.ROOT);

    AddressKind(Channel channel) {
        this.channel = channel;
    }

    public Channel channel() {
        return channel;
    }

    /** The name in requests, responses and tables. */
    public String wire() {
        return wire;
    }

    public static Optional<AddressKind> ofWire(String wire) {
        return Arrays.stream(values()).filter(kind -> kind.wire.equals(wire)).findFirst();
    }
}
