package dev.tidings.core.deliver;

import dev.tidings.core.model.Channel;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What an address is, which tells who can reach it. */
public enum AddressKind {
    /** The token of an app, as Apple's push service knows it. */
    APNS(Channel.PUSH),
    /** The token of an app, as Firebase knows it. */
    FCM(Channel.PUSH),
    /** A browser's subscription: a JSON object with {@code endpoint}, {@code p256dh} and {@code auth}. */
    WEB_PUSH(Channel.PUSH),
    MAILBOX(Channel.EMAIL),
    /** A telephone number, as in E.164: a plus and digits. */
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

    /** Its name in requests, answers and tables. */
    public String wire() {
        return wire;
    }

    public static Optional<AddressKind> ofWire(String wire) {
        return Arrays.stream(values()).filter(kind -> kind.wire.equals(wire)).findFirst();
    }
}
