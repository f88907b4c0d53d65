package dev.tidings.server.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Encodes and decodes outbound deliveries as log records, and names the stage of a channel. The first two bytes are laid out as in an
 * {@link EnvelopeCodec envelope}, so that a record of either kind can be marked as redelivered.
 *
 * <pre>
 *   version       1 byte
 *   flags         1 byte: which of the optional fields follow, sent, redelivered
 *   priority      1 byte
 *   channel       1 byte
 *   notification  16 bytes
 *   position      16 bytes, if it is not the id
 *   attempt, round   varints
 *   expiry        8 bytes of milliseconds, if there is one
 *   tenant, user, type, [provider waited for]   length and UTF-8 each
 *   places        how many, then length and UTF-8 each
 *   message       four texts, each its length plus one and UTF-8, or 0 if it has no such part
 * </pre>
 */
public final class OutboundDeliveryCodec {
    private static final byte VERSION = 1;

    private static final int OWN_POSITION = 1;
    private static final int EXPIRES = 1 << 1;
    private static final int SENT = 1 << 2;
    private static final int TURN = 1 << 3;
    private static final int REPEATED = EnvelopeCodec.REDELIVERED;

    private static final int PARTS = 4;
    /** The initial capacity beside the message; mostly enough. */
    private static final int OVERHEAD_BYTES = 128;

    private OutboundDeliveryCodec() {}

    /** The log entry for the lane of its channel. */
    public static LogEntry entry(OutboundDelivery outboundDelivery) {
        return new LogEntry(
                new Lane(stage(outboundDelivery.channel()), outboundDelivery.priority()),
                outboundDelivery.user().partition(),
                outboundDelivery.user().tenant(),
                encode(outboundDelivery));
    }

    public static Stage stage(Channel channel) {
        return switch (channel) {
            case PUSH -> Stage.PUSH;
            case EMAIL -> Stage.EMAIL;
            case SMS -> Stage.SMS;
            case WEBHOOK -> Stage.WEBHOOK;
            case IN_APP -> throw new IllegalArgumentException("in_app has no outbound stage");
        };
    }

    public static byte[] encode(OutboundDelivery o) {
        String[] parts = parts(o.message());
        ByteSink sink = new ByteSink(OVERHEAD_BYTES + length(parts));
        boolean ownPosition = !o.position().equals(o.notification());
        sink.put(VERSION)
                .put((ownPosition ? OWN_POSITION : 0)
                        | (o.expiresAt() != null ? EXPIRES : 0)
                        | (o.sent() ? SENT : 0)
                        | (o.awaitedProvider() != null ? TURN : 0)
                        | (o.redelivered() ? REPEATED : 0))
                .put(o.priority().code())
                .put(o.channel().code());
        put(sink, o.notification());
        if (ownPosition) {
            put(sink, o.position());
        }
        sink.putVarint(o.attempt()).putVarint(o.round());
        if (o.expiresAt() != null) {
            sink.putLong(o.expiresAt().toEpochMilli());
        }
        put(sink, o.user().tenant());
        put(sink, o.user().user());
        put(sink, o.type());
        if (o.awaitedProvider() != null) {
            put(sink, o.awaitedProvider());
        }
        sink.putVarint(o.addressIds().size());
        o.addressIds().forEach(place -> put(sink, place));
        for (String part : parts) {
            if (part == null) {
                sink.putVarint(0);
            } else {
                byte[] bytes = part.getBytes(UTF_8);
                sink.putVarint(bytes.length + 1).put(bytes);
            }
        }
        return sink.toBytes();
    }

    /** @throws IllegalStateException if the bytes are not a record of a known version */
    public static OutboundDelivery decode(byte[] bytes) {
        ByteSource source = new ByteSource(bytes);
        byte version = source.get();
        if (version != VERSION) {
            throw new IllegalStateException("log record of version " + version + ", expected " + VERSION
                    + ": it was written by a newer version of Tidings");
        }
        int flags = source.get();
        Priority priority = Priority.ofCode(source.get());
        Channel channel = Channel.ofCode(source.get());
        UUID notification = uuid(source);
        UUID position = has(flags, OWN_POSITION) ? uuid(source) : notification;
        int attempt = source.getVarint();
        int round = source.getVarint();
        Instant expiresAt = has(flags, EXPIRES) ? Instant.ofEpochMilli(source.getLong()) : null;
        UserKey user = new UserKey(text(source), text(source));
        String type = text(source);
        String turnWith = has(flags, TURN) ? text(source) : null;
        int count = source.getVarint();
        List<String> places = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            places.add(text(source));
        }
        String[] parts = new String[PARTS];
        for (int i = 0; i < PARTS; i++) {
            int length = source.getVarint();
            parts[i] = length == 0 ? null : text(source, length - 1);
        }
        return new OutboundDelivery(
                user,
                notification,
                position,
                type,
                priority,
                channel,
                expiresAt,
                message(channel, parts),
                places,
                has(flags, SENT),
                attempt,
                round,
                turnWith,
                has(flags, REPEATED));
    }

    private static int length(String[] parts) {
        int length = 0;
        for (String part : parts) {
            length += part == null ? 0 : part.length();
        }
        return length;
    }

    private static String[] parts(Message message) {
        if (message instanceof Message.Push push) {
            return new String[] {push.title(), push.body(), push.data(), push.deepLink()};
        }
        if (message instanceof Message.Email email) {
            return new String[] {email.subject(), email.text(), email.html(), email.unsubscribe()};
        }
        String only = message instanceof Message.Sms sms ? sms.text() : ((Message.Webhook) message).body();
        return new String[] {only, null, null, null};
    }

    private static Message message(Channel channel, String[] parts) {
        return switch (channel) {
            case PUSH -> new Message.Push(parts[0], parts[1], parts[2], parts[3]);
            case EMAIL -> new Message.Email(parts[0], parts[1], parts[2], parts[3]);
            case SMS -> new Message.Sms(parts[0]);
            case WEBHOOK -> new Message.Webhook(parts[0]);
            case IN_APP -> throw new IllegalStateException("in_app in a record of an outbound stage");
        };
    }

    private static boolean has(int flags, int flag) {
        return (flags & flag) != 0;
    }

    private static void put(ByteSink sink, UUID id) {
        sink.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }

    private static void put(ByteSink sink, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        sink.putVarint(bytes.length).put(bytes);
    }

    private static UUID uuid(ByteSource source) {
        return new UUID(source.getLong(), source.getLong());
    }

    private static String text(ByteSource source) {
        return text(source, source.getVarint());
    }

    private static String text(ByteSource source, int length) {
        return new String(source.array(), source.skip(length), length, UTF_8);
    }
}
