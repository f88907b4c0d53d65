package dev.tidings.server.schedule;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.server.pipeline.RecordHeader;
import java.nio.ByteBuffer;

/**
 * Encodes and decodes the log record that a row of the schedule holds until it is due. The binary format:
 *
 * <pre>
 *   version    1 byte
 *   stage      1 byte
 *   priority   1 byte
 *   partition  1 byte
 *   payload    the rest
 * </pre>
 */
public final class DueRecordCodec {
    private static final int HEAD = 4;
    private static final Lane USUAL = new Lane(Stage.ROUTE, Priority.NORMAL);

    private DueRecordCodec() {}

    public static ByteBuffer encode(LogEntry entry) {
        byte[] bytes = new byte[HEAD + entry.payload().length];
        bytes[0] = RecordHeader.VERSION;
        bytes[1] = entry.lane().stage().code();
        bytes[2] = entry.lane().priority().code();
        bytes[3] = (byte) entry.partition();
        System.arraycopy(entry.payload(), 0, bytes, HEAD, entry.payload().length);
        return ByteBuffer.wrap(bytes);
    }

    /** The lane of the record; a default lane if the bytes are not readable. */
    static Lane lane(ByteBuffer record) {
        int at = record.position();
        if (record.remaining() < HEAD || record.get(at) != RecordHeader.VERSION) {
            return USUAL;
        }
        try {
            return new Lane(Stage.ofCode(record.get(at + 1)), Priority.ofCode(record.get(at + 2)));
        } catch (IllegalStateException unknown) {
            return USUAL;
        }
    }

    /**
     * @throws NewerVersionException if a newer version of Tidings has written the bytes
     * @throws IllegalStateException if they are not a record of the schedule
     */
    public static LogEntry decode(String tenant, ByteBuffer record) {
        ByteBuffer bytes = record.duplicate();
        RecordHeader.requireVersion(bytes.get(), "scheduled record");
        Lane lane = new Lane(Stage.ofCode(bytes.get()), Priority.ofCode(bytes.get()));
        int partition = bytes.get() & 0xff;
        byte[] payload = new byte[bytes.remaining()];
        bytes.get(payload);
        return new LogEntry(lane, partition, tenant, payload);
    }
}
