package dev.tidings.log.rocksdb;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Ownership;
import dev.tidings.log.rocksdb.QueueSlot.HeldRecord;
import dev.tidings.log.rocksdb.QueueSlot.UnreadRecords;
import dev.tidings.rocksdb.WriteBatchBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.rocksdb.RocksDBException;

/**
 * The {@link LogConsumer} of the RocksDB log: takes records from its {@link ReadyQueues} and reads those that are not in memory. It holds
 * its monitor while it reads, so that close can wait for reads.
 */
final class RocksConsumer implements LogConsumer {
    private static final int KEY_BYTES = 64;

    private final ReadyQueues queues;
    private final Supplier<QueueReader> readers;
    private final BacklogLimits admission;
    private final CommitQueue commitQueue;
    private final DeleteQueue deletes;
    private final RecordEncoder encoder = new RecordEncoder();

    /** The last polled records that are neither done nor returned. */
    private volatile List<HeldRecord> batch = List.of();

    private boolean stopped;

    RocksConsumer(
            ReadyQueues queues,
            Supplier<QueueReader> readers,
            BacklogLimits admission,
            CommitQueue commitQueue,
            DeleteQueue deletes) {
        this.queues = queues;
        this.readers = readers;
        this.admission = admission;
        this.commitQueue = commitQueue;
        this.deletes = deletes;
    }

    @Override
    public synchronized List<LogRecord> poll(int max, Duration wait) throws InterruptedException {
        if (max < 1) {
            throw new IllegalArgumentException("poll of " + max + " records: expected at least 1");
        }
        if (!batch.isEmpty()) {
            throw new IllegalStateException("poll() while " + batch.size()
                    + " records are in flight: expected the last batch to be completed or returned first");
        }
        if (stopped) {
            return List.of();
        }
        batch = read(queues.take(max, wait));
        List<LogRecord> records = new ArrayList<>(batch.size());
        batch.forEach(held -> records.add(new LogRecord(held.entry(), held.redelivered(), Ownership.ALONE)));
        return records;
    }

    @Override
    public void wakeUp() {
        queues.wakeUp();
    }

    /** Reports the lane and the sequence of each record in flight. Does not wait for a poll. */
    void forEachInFlight(ObjLongConsumer<Lane> each) {
        batch.forEach(held -> each.accept(held.entry().lane(), held.sequence()));
    }

    private List<HeldRecord> read(List<QueueSlot> slots) {
        List<HeldRecord> records = new ArrayList<>();
        int at = 0;
        int before = 0;
        try (QueueReader reader = readers.get()) {
            for (; at < slots.size(); at++) {
                before = records.size();
                QueueSlot slot = slots.get(at);
                if (slot instanceof UnreadRecords onDisk) {
                    int missing = reader.read(onDisk, records);
                    admission.countRecovered(onDisk.queue().key, -missing);
                } else if (slot instanceof HeldRecord held) {
                    records.add(held);
                }
            }
            return records;
        } catch (RocksDBException e) {
            restore(slots.subList(at, slots.size()), records.size() - before, records);
            throw LogStore.failed("reading records", e);
        } catch (RuntimeException | Error e) {
            restore(slots.subList(at, slots.size()), records.size() - before, records);
            throw e;
        }
    }

    /** Restores the queues as if nothing had been taken. */
    private void restore(List<QueueSlot> unread, int alreadyRead, List<HeldRecord> read) {
        int skip = alreadyRead;
        List<HeldRecord> records = new ArrayList<>(read);
        for (QueueSlot slot : unread) {
            if (slot instanceof UnreadRecords onDisk) {
                queues.putBackOnDisk(new UnreadRecords(onDisk.queue(), onDisk.count() - skip));
                skip = 0;
            } else if (slot instanceof HeldRecord held) {
                records.add(held);
            }
        }
        queues.putBack(records);
    }

    @Override
    public synchronized List<LogRecord> done() {
        if (batch.isEmpty()) {
            return List.of();
        }
        WriteBatchBuffer keys = new WriteBatchBuffer(batch.size() * KEY_BYTES);
        batch.forEach(held -> encoder.delete(held.entry(), held.sequence(), keys));
        deletes.add(keys);
        admission.release(batch.stream().map(HeldRecord::entry).toList());
        batch = List.of();
        return List.of();
    }

    @Override
    public synchronized void redeliver() {
        queues.putBack(batch.stream()
                .map(held -> new HeldRecord(held.sequence(), held.entry(), true))
                .toList());
        batch = List.of();
    }

    /** What is read from disk later comes after it in its queue, so it is not read again. */
    @Override
    public synchronized void park(LogRecord record) {
        HeldRecord held = batch.stream()
                .filter(one -> one.entry() == record.entry())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "park of a record that is not in flight: expected one of the last poll"));
        admission.release(List.of(held.entry()));
        batch = batch.stream().filter(one -> one != held).toList();
    }

    /** Wakes a waiting poll; returns when no read is running and none will start. */
    void stop() {
        queues.close();
        synchronized (this) {
            stopped = true;
        }
    }
}
