package dev.tidings.server.pipeline;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Encodes and decodes outbound deliveries as log records, and names the stage of a channel. The binary format:
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
 *   addresses     how many, then length and UTF-8 each
 *   message       four texts, each its length plus one and UTF-8, or 0 if it has no such part
 * </pre>
 */
public final class OutboundDeliveryCodec {
    private static final int OWN_POSITION = 1;
    private static final int EXPIRES = 1 << 1;
    private static final int SENT = 1 << 2;
    private static final int AWAITED_PROVIDER = 1 << 3;

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
        RecordWriter out = new RecordWriter(OVERHEAD_BYTES + length(parts), o.redelivered())
                .flag(SENT, o.sent())
                .code(o.priority().code())
                .code(o.channel().code())
                .uuid(o.notification())
                .optionalUuid(OWN_POSITION, o.position(), o.notification())
                .varint(o.attempt())
                .varint(o.round())
                .optionalTime(EXPIRES, o.expiresAt())
                .text(o.user().tenant())
                .text(o.user().user())
                .text(o.type())
                .optionalText(AWAITED_PROVIDER, o.awaitedProvider())
                .varint(o.addressIds().size());
        o.addressIds().forEach(out::text);
        for (String part : parts) {
            out.nullableText(part);
        }
        return out.toBytes();
    }

    /**
     * @throws NewerVersionException if a newer version of Tidings has written the bytes
     * @throws IllegalStateException if they are not an outbound delivery
     */
    public static OutboundDelivery decode(byte[] bytes) {
        RecordReader in = new RecordReader(bytes);
        Priority priority = Priority.ofCode(in.code());
        Channel channel = Channel.ofCode(in.code());
        UUID notification = in.uuid();
        UUID position = in.optionalUuid(OWN_POSITION, notification);
        int attempt = in.varint();
        int round = in.varint();
        Instant expiresAt = in.optionalTime(EXPIRES);
        UserKey user = new UserKey(in.text(), in.text());
        String type = in.text();
        String awaitedProvider = in.optionalText(AWAITED_PROVIDER);
        int count = in.varint();
        List<String> addressIds = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            addressIds.add(in.text());
        }
        String[] parts = new String[PARTS];
        for (int i = 0; i < PARTS; i++) {
            parts[i] = in.nullableText();
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
                addressIds,
                in.has(SENT),
                attempt,
                round,
                awaitedProvider,
                in.redelivered());
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
}
