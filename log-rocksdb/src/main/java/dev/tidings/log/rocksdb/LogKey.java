package dev.tidings.log.rocksdb;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.widecolumn.codec.ByteSink;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Encodes and decodes the RocksDB keys of log records; the layout is drawn in the package comment. */
final class LogKey {
    /** The key of the next sequence; shorter than any other key, and in front of all of them. */
    static final byte[] NEXT_SEQUENCE = {0};

    /** The key prefix of records that earlier versions quarantined: behind the next sequence and in front of all waiting records. */
    static final byte[] QUARANTINE = {0, 1};

    /** Added to the codes of stages and priorities: what begins with 0 is a note or a quarantined record. */
    private static final int FIRST_CODE = 1;

    static final int PARTITIONS = 256;
    static final int MAX_TENANT_BYTES = 255;

    private static final int TENANT_AT = 4;
    private static final int SEQUENCE_BYTES = 8;

    /** The lane, partition and tenant of a record: identifies the queue that holds it. */
    record QueueKey(Lane lane, int partition, String tenant) {
        static QueueKey of(LogEntry entry) {
            return new QueueKey(entry.lane(), entry.partition(), entry.tenant());
        }
    }

    private LogKey() {}

    static void write(ByteSink to, Lane lane, int partition, byte[] tenant, long sequence) {
        to.put(FIRST_CODE + lane.stage().code())
                .put(FIRST_CODE + lane.priority().code())
                .put(partition);
        to.put(tenant.length).put(tenant);
        to.putLong(sequence);
    }

    private static int length(byte[] tenant) {
        return TENANT_AT + tenant.length + SEQUENCE_BYTES;
    }

    static byte[] of(QueueKey place, long sequence) {
        byte[] tenant = place.tenant().getBytes(StandardCharsets.UTF_8);
        ByteSink key = new ByteSink(length(tenant));
        write(key, place.lane(), place.partition(), tenant, sequence);
        return key.toBytes();
    }

    /** The queue of a record before it was quarantined. */
    static QueueKey queueOfQuarantined(byte[] quarantinedKey) {
        return queueKey(Arrays.copyOfRange(quarantinedKey, QUARANTINE.length, quarantinedKey.length));
    }

    static long sequence(byte[] key) {
        return ByteBuffer.wrap(key).getLong(key.length - SEQUENCE_BYTES);
    }

    static boolean sameQueue(byte[] key, byte[] other) {
        return Arrays.equals(key, 0, key.length - SEQUENCE_BYTES, other, 0, other.length - SEQUENCE_BYTES);
    }

    static QueueKey queueKey(byte[] key) {
        Lane lane = new Lane(Stage.ofCode(key[0] - FIRST_CODE), Priority.ofCode(key[1] - FIRST_CODE));
        String tenant = new String(key, TENANT_AT, key.length - TENANT_AT - SEQUENCE_BYTES, StandardCharsets.UTF_8);
        return new QueueKey(lane, key[2] & 0xff, tenant);
    }
}
