package dev.tidings.server.pipeline;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Encodes and decodes envelopes as log records. The binary format:
 *
 * <pre>
 *   version   1 byte
 *   flags     1 byte: which of the optional fields follow, shared, redelivered
 *   priority  1 byte
 *   channels  1 byte, a bit for each
 *   id        16 bytes
 *   position  16 bytes, if it is not the id
 *   tenant, type, source, [user], [locale], [idempotency key]   length and UTF-8 each
 *   expiry    8 bytes of milliseconds, if there is one
 *   templates a varint: the revision, if there is one
 *   request   the rest
 * </pre>
 */
public final class EnvelopeCodec {
    private static final int OWN_POSITION = 1;
    private static final int USER = 1 << 1;
    private static final int LOCALE = 1 << 2;
    private static final int IDEMPOTENCY_KEY = 1 << 3;
    private static final int EXPIRES = 1 << 4;
    private static final int SHARED = 1 << 5;
    private static final int TEMPLATES = 1 << 7;

    /** The initial capacity beside the request; mostly enough. */
    private static final int OVERHEAD_BYTES = 160;

    private static final Channel[] CHANNELS = Channel.values();

    private EnvelopeCodec() {}

    /** The log entry for routing, or for the fan-out of a notification that has no user yet. */
    public static LogEntry entry(Envelope envelope) {
        Notification n = envelope.notification();
        // Without a user, any stable partition will do.
        UserKey key = new UserKey(n.tenant(), envelope.user().orElse(n.id().toString()));
        Stage stage = envelope.user().isPresent() ? Stage.ROUTE : Stage.EXPAND;
        return new LogEntry(new Lane(stage, n.priority()), key.partition(), n.tenant(), encode(envelope));
    }

    public static byte[] encode(Envelope envelope) {
        Notification n = envelope.notification();
        return new RecordWriter(OVERHEAD_BYTES + n.request().length, envelope.redelivered())
                .flag(SHARED, envelope.shared())
                .code(n.priority().code())
                .code(bits(n.channels()))
                .uuid(n.id())
                .optionalUuid(OWN_POSITION, n.position(), n.id())
                .text(n.tenant())
                .text(n.type())
                .text(n.source())
                .optionalText(USER, envelope.user().orElse(null))
                .optionalText(LOCALE, n.locale())
                .optionalText(IDEMPOTENCY_KEY, n.idempotencyKey())
                .optionalTime(EXPIRES, n.expiresAt())
                .optionalVarint(TEMPLATES, n.templateRevision())
                .rest(n.request());
    }

    /**
     * @throws NewerVersionException if a newer version of Tidings has written the bytes
     * @throws IllegalStateException if they are not an envelope
     */
    public static Envelope decode(byte[] bytes) {
        RecordReader in = new RecordReader(bytes);
        Priority priority = Priority.ofCode(in.code());
        Set<Channel> channels = channels(in.code());
        UUID id = in.uuid();
        UUID position = in.optionalUuid(OWN_POSITION, id);
        String tenant = in.text();
        String type = in.text();
        String sender = in.text();
        Optional<String> user = Optional.ofNullable(in.optionalText(USER));
        String locale = in.optionalText(LOCALE);
        String key = in.optionalText(IDEMPOTENCY_KEY);
        Instant expiresAt = in.optionalTime(EXPIRES);
        int templates = in.optionalVarint(TEMPLATES);
        Notification notification = new Notification(
                tenant, id, position, type, priority, channels, locale, expiresAt, sender, key, templates, in.rest());
        return new Envelope(notification, user, in.has(SHARED), in.redelivered());
    }

    /** A short description of a record, for log lines and operators. */
    public static String about(byte[] bytes) {
        return "notification " + decode(bytes).notification().id();
    }

    private static int bits(Set<Channel> channels) {
        int bits = 0;
        for (Channel channel : channels) {
            bits |= 1 << channel.code();
        }
        return bits;
    }

    private static Set<Channel> channels(int bits) {
        Set<Channel> channels = EnumSet.noneOf(Channel.class);
        for (Channel channel : CHANNELS) {
            if ((bits & 1 << channel.code()) != 0) {
                channels.add(channel);
            }
        }
        return channels;
    }
}
