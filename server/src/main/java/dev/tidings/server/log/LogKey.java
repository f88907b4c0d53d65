package dev.tidings.server.log;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.widecolumn.codec.ByteSink;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The key of a record, as the package draws it. The bytes of stages and priorities are fixed here, not by their declaration. */
final class LogKey {
    /** Where the next sequence is noted; shorter than any other key, and in front of all of them. */
    static final byte[] NEXT_SEQUENCE = {0};

    /** In front of the key of a record that was set aside: behind the note above and in front of all that waits. */
    private static final byte[] ASIDE = {0, 1};

    static final int PARTITIONS = 256;
    static final int MAX_TENANT_BYTES = 255;

    private static final int TENANT_AT = 4;
    private static final int SEQUENCE_BYTES = 8;

    /** What a key says, but for its sequence. */
    record Place(Lane lane, int partition, String tenant) {
        static Place of(LogEntry entry) {
            return new Place(entry.lane(), entry.partition(), entry.tenant());
        }
    }

    private LogKey() {}

    static void write(ByteSink to, Lane lane, int partition, byte[] tenant, long sequence) {
        to.put(code(lane.stage())).put(code(lane.priority())).put(partition);
        to.put(tenant.length).put(tenant);
        to.putLong(sequence);
    }

    static int length(byte[] tenant) {
        return TENANT_AT + tenant.length + SEQUENCE_BYTES;
    }

    static byte[] of(Place place, long sequence) {
        byte[] tenant = place.tenant().getBytes(StandardCharsets.UTF_8);
        ByteSink key = new ByteSink(length(tenant));
        write(key, place.lane(), place.partition(), tenant, sequence);
        return key.toBytes();
    }

    static byte[] aside(Place place, long sequence) {
        return join(ASIDE, of(place, sequence));
    }

    /** What the keys of all records start with that were set aside in a stage. */
    static byte[] aside(Stage stage) {
        return join(ASIDE, new byte[] {(byte) code(stage)});
    }

    /** Where a record stood before it was set aside. */
    static Place placeBefore(byte[] asideKey) {
        return place(Arrays.copyOfRange(asideKey, ASIDE.length, asideKey.length));
    }

    private static byte[] join(byte[] one, byte[] other) {
        return new ByteSink(one.length + other.length).put(one).put(other).toBytes();
    }

    static long sequence(byte[] key) {
        return ByteBuffer.wrap(key).getLong(key.length - SEQUENCE_BYTES);
    }

    static boolean sameQueue(byte[] key, byte[] other) {
        return Arrays.equals(key, 0, key.length - SEQUENCE_BYTES, other, 0, other.length - SEQUENCE_BYTES);
    }

    static Place place(byte[] key) {
        Lane lane = new Lane(stage(key[0]), priority(key[1]));
        String tenant = new String(key, TENANT_AT, key.length - TENANT_AT - SEQUENCE_BYTES, StandardCharsets.UTF_8);
        return new Place(lane, key[2] & 0xff, tenant);
    }

    private static int code(Stage stage) {
        return switch (stage) {
            case EXPAND -> 1;
            case ROUTE -> 2;
            case PUSH -> 3;
            case EMAIL -> 4;
            case SMS -> 5;
            case WEBHOOK -> 6;
            case TELL -> 7;
        };
    }

    /** In the order of urgency. */
    private static int code(Priority priority) {
        return switch (priority) {
            case CRITICAL -> 1;
            case HIGH -> 2;
            case NORMAL -> 3;
            case BULK -> 4;
        };
    }

    private static Stage stage(byte code) {
        for (Stage stage : Stage.values()) {
            if (code(stage) == code) {
                return stage;
            }
        }
        throw new IllegalStateException("stage " + code + " in a key: this version does not know it");
    }

    private static Priority priority(byte code) {
        for (Priority priority : Priority.values()) {
            if (code(priority) == code) {
                return priority;
            }
        }
        throw new IllegalStateException("priority " + code + " in a key: this version does not know it");
    }
}
