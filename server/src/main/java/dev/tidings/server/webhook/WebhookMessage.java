package dev.tidings.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.widecolumn.codec.ByteSink;
import dev.tidings.widecolumn.codec.ByteSource;
import java.util.UUID;

/**
 * The content of a log record of the events stage: one webhook event for one endpoint of a tenant. Its binary format:
 *
 * <pre>
 *   version   1 byte
 *   flags     1 byte, at the same position as in all records: redelivered
 *   attempt   varint
 *   event     16 bytes
 *   tenant, endpoint, message id, kind, body   length and UTF-8 each
 * </pre>
 *
 * @param event the id under which it is stored, a UUIDv7
 * @param messageId the idempotency key for the receiver, the same for every copy of the event
 * @param attempt 1 for the first
 */
record WebhookMessage(
        String tenant, String endpoint, UUID event, String messageId, String kind, String body, int attempt) {
    private static final byte VERSION = 1;
    private static final byte NO_FLAGS = 0;

    WebhookMessage next() {
        return new WebhookMessage(tenant, endpoint, event, messageId, kind, body, attempt + 1);
    }

    LogEntry entry() {
        // Partitioned by endpoint: the events of one endpoint stay together, and tenants with many endpoints use many
        // partitions.
        int partition = new UserKey(tenant, endpoint).partition();
        return new LogEntry(new Lane(Stage.EVENTS, Priority.NORMAL), partition, tenant, encode());
    }

    byte[] encode() {
        ByteSink sink = new ByteSink(128 + body.length())
                .put(VERSION)
                .put(NO_FLAGS)
                .putVarint(attempt)
                .putLong(event.getMostSignificantBits())
                .putLong(event.getLeastSignificantBits());
        for (String text : new String[] {tenant, endpoint, messageId, kind, body}) {
            byte[] bytes = text.getBytes(UTF_8);
            sink.putVarint(bytes.length).put(bytes);
        }
        return sink.toBytes();
    }

    /** @throws IllegalStateException if these are not the bytes of a record this version knows */
    static WebhookMessage decode(byte[] bytes) {
        ByteSource source = new ByteSource(bytes);
        byte version = source.get();
        if (version != VERSION) {
            throw new IllegalStateException("log record of version " + version + ", expected " + VERSION
                    + ": it was written by a newer version of Tidings");
        }
        source.get();
        int attempt = source.getVarint();
        UUID event = new UUID(source.getLong(), source.getLong());
        return new WebhookMessage(text(source), text(source), event, text(source), text(source), text(source), attempt);
    }

    private static String text(ByteSource source) {
        int length = source.getVarint();
        return new String(source.array(), source.skip(length), length, UTF_8);
    }
}
