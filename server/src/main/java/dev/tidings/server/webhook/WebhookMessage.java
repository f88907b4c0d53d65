package dev.tidings.server.webhook;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.pipeline.RecordReader;
import dev.tidings.server.pipeline.RecordWriter;
import java.util.UUID;

/**
 * The content of a log record of the events stage: one webhook event for one endpoint of a tenant. Its binary format:
 *
 * <pre>
 *   version   1 byte
 *   flags     1 byte: redelivered
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
    /** The initial capacity beside the body; mostly enough. */
    private static final int OVERHEAD_BYTES = 128;

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
        return new RecordWriter(OVERHEAD_BYTES + body.length(), false)
                .varint(attempt)
                .uuid(event)
                .text(tenant)
                .text(endpoint)
                .text(messageId)
                .text(kind)
                .text(body)
                .toBytes();
    }

    /** @throws IllegalStateException if these are not the bytes of a record this version knows */
    static WebhookMessage decode(byte[] bytes) {
        RecordReader in = new RecordReader(bytes);
        int attempt = in.varint();
        UUID event = in.uuid();
        return new WebhookMessage(in.text(), in.text(), event, in.text(), in.text(), in.text(), attempt);
    }
}
