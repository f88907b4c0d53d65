package dev.tidings.bench.service;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A reference that gives the same guarantees at every step, not only the same final rows: the request is durable before it is accepted, the
 * decision before it is handed on, and the outbound message before it is tried, because the process may die between any two steps. Next to
 * the rows, a record of the request and one of the outbound message are appended to a log and deleted again, with four syncs in sequence
 * where {@link BareRowWriter} has one.
 */
public final class BarePipeline implements AutoCloseable {
    private static final long LOG_BUFFER_BYTES = 32 << 20;
    private static final int KEY_BYTES = 26;

    private final BareRowWriter rows;
    private final int decided;
    private final Options options = new Options().setCreateIfMissing(true).setWriteBufferSize(LOG_BUFFER_BYTES);
    private final WriteOptions sync = new WriteOptions().setSync(true);
    private final RocksDB log;
    private long next;

    /** The log records of one notification: the request, then the outbound message. */
    public record LogRecords(byte[] request, byte[] outgoing) {}

    /**
     * @param rows the store of the rows
     * @param decided the number of rows of a notification written with the decision; the others follow after the delivery
     */
    public BarePipeline(Path folder, BareRowWriter rows, int decided) throws RocksDBException {
        this.rows = rows;
        this.decided = decided;
        this.log = RocksDB.open(options, folder.toString());
    }

    public double write(List<BareRowWriter.NotificationRows> all, List<LogRecords> records) throws RocksDBException {
        List<byte[]> done = List.of();
        for (int from = 0; from < all.size(); from += BareRowWriter.NOTIFICATIONS_PER_SYNC) {
            int to = Math.min(from + BareRowWriter.NOTIFICATIONS_PER_SYNC, all.size());
            List<BareRowWriter.NotificationRows> some = all.subList(from, to);
            List<byte[]> requests = new ArrayList<>(to - from);
            List<byte[]> outgoing = new ArrayList<>(to - from);
            for (LogRecords one : records.subList(from, to)) {
                requests.add(one.request());
                outgoing.add(one.outgoing());
            }
            done = append(requests, done);
            rows.write(some, 0, decided);
            done = append(outgoing, done);
            rows.write(some, decided, Integer.MAX_VALUE);
        }
        rows.addStored(all.size());
        return all.size();
    }

    /** Appends records together with the deletes of processed ones: a delete need not be durable and can wait for the next write. */
    private List<byte[]> append(List<byte[]> payloads, List<byte[]> done) throws RocksDBException {
        List<byte[]> keys = new ArrayList<>(payloads.size());
        try (WriteBatch batch = new WriteBatch()) {
            for (byte[] key : done) {
                batch.singleDelete(key);
            }
            for (byte[] payload : payloads) {
                byte[] key = ByteBuffer.allocate(KEY_BYTES)
                        .putLong(KEY_BYTES - Long.BYTES, next++)
                        .array();
                batch.put(key, payload);
                keys.add(key);
            }
            log.write(sync, batch);
        }
        return keys;
    }

    @Override
    public void close() {
        log.close();
        sync.close();
        options.close();
    }
}
