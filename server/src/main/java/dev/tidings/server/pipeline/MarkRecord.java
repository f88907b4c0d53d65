package dev.tidings.server.pipeline;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A record of the mark stage: a mark that a user made and whose write had an unknown outcome. It is written again, with the same time, until
 * its outcome is known.
 *
 * @param kind the kind of the mark, as in the change feed
 * @param markedAt its write time, in microseconds
 * @param items the marked items
 */
public record MarkRecord(UserKey user, String kind, long markedAt, List<MarkedItem> items) {

    /** An inbox item by its position, and its notification. */
    public record MarkedItem(UUID position, UUID notification) {}

    public MarkRecord {
        items = List.copyOf(items);
    }

    public Instant madeAt() {
        return Instant.EPOCH.plus(markedAt, ChronoUnit.MICROS);
    }

    public LogEntry entry() {
        return new LogEntry(new Lane(Stage.MARK, Priority.HIGH), user.partition(), user.tenant(), encode());
    }

    private byte[] encode() {
        RecordWriter out = new RecordWriter(64 + 32 * items.size(), false)
                .text(user.tenant())
                .text(user.user())
                .text(kind)
                .text(Long.toString(markedAt))
                .varint(items.size());
        items.forEach(item -> out.uuid(item.position()).uuid(item.notification()));
        return out.toBytes();
    }

    /** @throws IllegalStateException if the bytes are not a record of a known version */
    public static MarkRecord decode(byte[] bytes) {
        RecordReader in = new RecordReader(bytes);
        UserKey user = new UserKey(in.text(), in.text());
        String kind = in.text();
        long markedAt = Long.parseLong(in.text());
        int count = in.varint();
        List<MarkedItem> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(new MarkedItem(in.uuid(), in.uuid()));
        }
        return new MarkRecord(user, kind, markedAt, items);
    }
}
