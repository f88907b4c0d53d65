package dev.tidings.server.log;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogRecord;
import dev.tidings.server.log.Slot.Held;
import dev.tidings.server.log.Slot.OnDisk;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.rocksdb.RocksDBException;

/** Picks records up from one desk. Its monitor is held while it reads, so that closing can wait for that. */
final class RocksConsumer implements LogConsumer {
    private static final int KEY_BYTES = 64;

    private final Desk desk;
    private final Supplier<QueueReader> readers;
    private final Admission admission;
    private final Intake intake;

    /** What was polled last and is neither done nor to come again. */
    private List<Held> handful = List.of();

    private boolean stopped;

    RocksConsumer(Desk desk, Supplier<QueueReader> readers, Admission admission, Intake intake) {
        this.desk = desk;
        this.readers = readers;
        this.admission = admission;
        this.intake = intake;
    }

    @Override
    public synchronized List<LogRecord> poll(int most, Duration wait) throws InterruptedException {
        if (most < 1) {
            throw new IllegalArgumentException("poll of " + most + " records: expected at least 1");
        }
        if (!handful.isEmpty()) {
            throw new IllegalStateException("poll() while " + handful.size()
                    + " records are out: expected done() or again() for the last ones first");
        }
        if (stopped) {
            return List.of();
        }
        handful = read(desk.take(most, wait));
        List<LogRecord> records = new ArrayList<>(handful.size());
        handful.forEach(held -> records.add(new LogRecord(held.entry(), held.repeated())));
        return records;
    }

    private List<Held> read(List<Slot> slots) {
        List<Held> records = new ArrayList<>();
        int at = 0;
        int before = 0;
        try (QueueReader reader = readers.get()) {
            for (; at < slots.size(); at++) {
                before = records.size();
                Slot slot = slots.get(at);
                if (slot instanceof OnDisk onDisk) {
                    int missing = reader.read(onDisk, records);
                    admission.found(onDisk.queue().place, -missing);
                } else if (slot instanceof Held held) {
                    records.add(held);
                }
            }
            return records;
        } catch (RocksDBException e) {
            giveBack(slots.subList(at, slots.size()), records.size() - before, records);
            throw LogStore.failed("reading records", e);
        } catch (RuntimeException | Error e) {
            giveBack(slots.subList(at, slots.size()), records.size() - before, records);
            throw e;
        }
    }

    /** Leaves everything as if nothing had been taken. */
    private void giveBack(List<Slot> unread, int readOfFirst, List<Held> read) {
        int less = readOfFirst;
        List<Held> records = new ArrayList<>(read);
        for (Slot slot : unread) {
            if (slot instanceof OnDisk onDisk) {
                desk.putBackOnDisk(new OnDisk(onDisk.queue(), onDisk.count() - less));
                less = 0;
            } else if (slot instanceof Held held) {
                records.add(held);
            }
        }
        desk.putBack(records);
    }

    @Override
    public synchronized void done() {
        if (handful.isEmpty()) {
            return;
        }
        BatchImage keys = new BatchImage(handful.size() * KEY_BYTES);
        handful.forEach(held -> keys.delete(held.entry(), held.sequence()));
        intake.delete(keys);
        admission.leave(handful.stream().map(Held::entry).toList());
        handful = List.of();
    }

    @Override
    public synchronized void again() {
        desk.putBack(handful.stream()
                .map(held -> new Held(held.sequence(), held.entry(), true))
                .toList());
        handful = List.of();
    }

    @Override
    public synchronized void setAside(LogRecord record, String reason) {
        Held held = handful.stream()
                .filter(one -> one.entry() == record.entry())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "set aside a record that is not out: expected one of those last polled"));
        BatchImage change = new BatchImage(KEY_BYTES);
        Aside.move(held, reason, change);
        Intake.Append append = new Intake.Append(change);
        Optional<LogException> refusal = intake.offer(append);
        if (refusal.isPresent()) {
            throw refusal.get();
        }
        try {
            append.durable().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof LogException cause ? cause : e;
        }
        admission.leave(List.of(held.entry()));
        handful = handful.stream().filter(one -> one != held).toList();
    }

    /** Wakes whoever polls, and returns when nobody reads any more or ever will. */
    void stop() {
        desk.close();
        synchronized (this) {
            stopped = true;
        }
    }
}
