package dev.tidings.server.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Encodes and decodes envelopes as log records, and marks records of any stage as redelivered. The binary format:
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
    static final byte VERSION = 1;

    /** The offset of the flags. */
    private static final int FLAGS = 1;

    private static final int OWN_POSITION = 1;
    private static final int USER = 1 << 1;
    private static final int LOCALE = 1 << 2;
    private static final int IDEMPOTENCY_KEY = 1 << 3;
    private static final int EXPIRES = 1 << 4;
    private static final int SHARED = 1 << 5;
    /** The same bit in the records of all stages. */
    static final int REDELIVERED = 1 << 6;

    private static final int TEMPLATES = 1 << 7;

    private static final Channel[] CHANNELS = Channel.values();

    private EnvelopeCodec() {}

    public static byte[] encode(Envelope envelope) {
        Notification n = envelope.notification();
        ByteSink sink = new ByteSink(160 + n.request().length);
        sink.put(VERSION).put(flags(envelope)).put(n.priority().code()).put(bits(n.channels()));
        put(sink, n.id());
        if (!n.position().equals(n.id())) {
            put(sink, n.position());
        }
        put(sink, n.tenant());
        put(sink, n.type());
        put(sink, n.source());
        envelope.user().ifPresent(user -> put(sink, user));
        putIfPresent(sink, n.locale());
        putIfPresent(sink, n.idempotencyKey());
        if (n.expiresAt() != null) {
            sink.putLong(n.expiresAt().toEpochMilli());
        }
        if (n.templateRevision() > 0) {
            sink.putVarint(n.templateRevision());
        }
        return sink.put(n.request()).toBytes();
    }

    /** @throws IllegalStateException if the bytes are not an envelope of a known version */
    public static Envelope decode(byte[] bytes) {
        ByteSource source = new ByteSource(bytes);
        byte version = source.get();
        if (version != VERSION) {
            throw new IllegalStateException("log record of version " + version + ", expected " + VERSION
                    + ": it was written by a newer version of Tidings");
        }
        int flags = source.get();
        Priority priority = Priority.ofCode(source.get());
        Set<Channel> channels = channels(source.get());
        UUID id = uuid(source);
        UUID position = has(flags, OWN_POSITION) ? uuid(source) : id;
        String tenant = text(source);
        String type = text(source);
        String sender = text(source);
        Optional<String> user = has(flags, USER) ? Optional.of(text(source)) : Optional.empty();
        String locale = has(flags, LOCALE) ? text(source) : null;
        String key = has(flags, IDEMPOTENCY_KEY) ? text(source) : null;
        Instant expiresAt = has(flags, EXPIRES) ? Instant.ofEpochMilli(source.getLong()) : null;
        int templates = has(flags, TEMPLATES) ? source.getVarint() : 0;
        byte[] request = Arrays.copyOfRange(bytes, source.position(), bytes.length);
        Notification notification = new Notification(
                tenant, id, position, type, priority, channels, locale, expiresAt, sender, key, templates, request);
        return new Envelope(notification, user, has(flags, SHARED), has(flags, REDELIVERED));
    }

    /** A short description of a record, for log lines and operators. */
    public static String about(byte[] bytes) {
        return "notification " + decode(bytes).notification().id();
    }

    /** A copy of a record of any stage, marked as possibly redelivered. */
    public static byte[] markRedelivered(byte[] record) {
        byte[] marked = record.clone();
        marked[FLAGS] |= REDELIVERED;
        return marked;
    }

    /** A copy of an entry, marked as possibly redelivered. */
    public static LogEntry markRedelivered(LogEntry entry) {
        return new LogEntry(entry.lane(), entry.partition(), entry.tenant(), markRedelivered(entry.payload()));
    }

    /** Whether a record of any stage is marked as possibly redelivered. */
    public static boolean isRedelivered(byte[] record) {
        return has(record[FLAGS], REDELIVERED);
    }

    private static int flags(Envelope envelope) {
        Notification n = envelope.notification();
        return (n.position().equals(n.id()) ? 0 : OWN_POSITION)
                | (envelope.user().isPresent() ? USER : 0)
                | (n.locale() != null ? LOCALE : 0)
                | (n.idempotencyKey() != null ? IDEMPOTENCY_KEY : 0)
                | (n.expiresAt() != null ? EXPIRES : 0)
                | (envelope.shared() ? SHARED : 0)
                | (envelope.redelivered() ? REDELIVERED : 0)
                | (n.templateRevision() > 0 ? TEMPLATES : 0);
    }

    private static boolean has(int flags, int flag) {
        return (flags & flag) != 0;
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

    private static void put(ByteSink sink, UUID id) {
        sink.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }

    private static void put(ByteSink sink, String text) {
        byte[] bytes = text.getBytes(UTF_8);
        sink.putVarint(bytes.length).put(bytes);
    }

    private static void putIfPresent(ByteSink sink, String text) {
        if (text != null) {
            put(sink, text);
        }
    }

    private static UUID uuid(ByteSource source) {
        return new UUID(source.getLong(), source.getLong());
    }

    private static String text(ByteSource source) {
        int length = source.getVarint();
        return new String(source.array(), source.skip(length), length, UTF_8);
    }
}
