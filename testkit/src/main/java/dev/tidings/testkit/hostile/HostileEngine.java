package dev.tidings.testkit.hostile;

import dev.tidings.testkit.ForwardingEngine;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Write;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * An engine that does the worst the {@link Engine} port allows, over a real one:
 *
 * <ul>
 *   <li>no answer is there when a call returns;
 *   <li>the partitions of a batch are written one by one, in any order, with pauses in between;
 *   <li>a page may end early, with a cursor to continue;
 *   <li>a write may fail with an unknown outcome: some of its partitions are written, others are not, or only later;
 *   <li>writes without a time of their own get it from one of two clocks that differ.
 * </ul>
 *
 * The seed decides: the same calls in the same order have the same fate.
 */
public final class HostileEngine extends ForwardingEngine {
    private static final int THREADS = 2;

    private final HostileFaults faults;
    private final Random random;
    private final LongSupplier writeTimes;
    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS, work -> {
        Thread thread = new Thread(work, "hostile-engine");
        thread.setDaemon(true);
        return thread;
    });

    /** @param writeTimes the times of writes without one, in microseconds and rising; assigned when a write is called */
    public HostileEngine(Engine real, LongSupplier writeTimes, HostileFaults faults, long seed) {
        super(real);
        this.writeTimes = writeTimes;
        this.faults = faults;
        // Consecutive seeds would have similar first numbers.
        this.random = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
    }

    /**
     * The decision about one write.
     *
     * @param parts its partitions, in the order in which they are written
     * @param delays the delay of each, in microseconds
     * @param written how many of them are written before the answer
     * @param isUnknown whether the answer is that the outcome is unknown
     * @param late for each of the others, how much later it is written, in microseconds; negative if never
     */
    private record WriteFate(List<Batch> parts, long[] delays, int written, boolean isUnknown, long[] late) {}

    private synchronized WriteFate fate(Batch batch) {
        boolean isBehind = random.nextBoolean();
        long time = writeTimes.getAsLong() - (isBehind ? TimeUnit.MICROSECONDS.convert(faults.clockSkew()) : 0);
        List<Batch> parts = partitions(batch, time);
        Collections.shuffle(parts, random);
        long[] delays = parts.stream().mapToLong(part -> delay()).toArray();
        boolean isUnknown = random.nextDouble() < faults.unknownOutcomes();
        int written = isUnknown ? random.nextInt(parts.size() + 1) : parts.size();
        long[] late = parts.stream().mapToLong(part -> lateness()).toArray();
        return new WriteFate(parts, delays, written, isUnknown, late);
    }

    private long delay() {
        return random.nextLong(TimeUnit.MICROSECONDS.convert(faults.maxDelay()) + 1);
    }

    private long lateness() {
        long late = random.nextLong(TimeUnit.MICROSECONDS.convert(faults.maxLate()) + 1);
        return random.nextBoolean() ? late : -1;
    }

    private synchronized long nextDelay() {
        return delay();
    }

    /** A batch for each table and partition: only those are atomic. */
    private static List<Batch> partitions(Batch batch, long time) {
        Map<List<Object>, List<Write>> byPartition = new LinkedHashMap<>();
        for (Write write : batch.writes()) {
            List<Object> partition = new ArrayList<>(List.of(write.table().name()));
            partition.addAll(
                    Arrays.asList(write.values()).subList(0, write.table().partitionSize()));
            byPartition
                    .computeIfAbsent(partition, any -> new ArrayList<>())
                    .add(write.writeTime() == Write.ENGINE_TIME ? write.copyAt(time) : write);
        }
        List<Batch> parts = new ArrayList<>();
        byPartition.values().forEach(writes -> parts.add(Batch.acrossPartitions(writes)));
        return parts;
    }

    @Override
    public CompletableFuture<Void> write(Batch batch) {
        WriteFate fate = fate(batch);
        CompletableFuture<Void> result = new CompletableFuture<>();
        writeFrom(0, fate, result);
        return result;
    }

    private void writeFrom(int index, WriteFate fate, CompletableFuture<Void> result) {
        if (index == fate.written()) {
            answer(fate, result);
            return;
        }
        after(
                fate.delays()[index],
                () -> super.write(fate.parts().get(index)).whenComplete((done, failure) -> {
                    if (failure == null) {
                        writeFrom(index + 1, fate, result);
                    } else {
                        result.completeExceptionally(failure);
                    }
                }));
    }

    private void answer(WriteFate fate, CompletableFuture<Void> result) {
        if (!fate.isUnknown()) {
            after(nextDelay(), () -> result.complete(null));
            return;
        }
        for (int i = fate.written(); i < fate.parts().size(); i++) {
            Batch part = fate.parts().get(i);
            if (fate.late()[i] >= 0) {
                after(fate.late()[i], () -> super.write(part));
            }
        }
        after(
                nextDelay(),
                () -> result.completeExceptionally(new StoreException(
                        Reason.UNKNOWN_OUTCOME,
                        "no answer to a write of " + fate.parts().size() + " partitions")));
    }

    @Override
    public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
        int most = shortened(select.limit());
        // At once, as the caller may change the select afterwards; so the answer may be out of date when it arrives.
        return late(
                super.read(select).thenApply(page -> most < page.rows().size() ? firstOf(page, most, select) : page));
    }

    /** The number of rows after which a page ends. A query for one row has no page to end. */
    private synchronized int shortened(int limit) {
        return limit > 1 && random.nextDouble() < faults.shortPages() ? 1 + random.nextInt(limit) : limit;
    }

    private static <R extends Record> Page<R> firstOf(Page<R> page, int count, Select<R> select) {
        List<R> rows = page.rows().subList(0, count);
        Table<R> table = select.table();
        Object[] key = new Object[table.keySize()];
        for (int i = 0; i < key.length; i++) {
            key[i] = table.value(rows.get(count - 1), table.columns().get(i));
        }
        return new Page<>(List.copyOf(rows), Optional.of(select.cursorAfter(key)));
    }

    @Override
    public <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> table, R row) {
        boolean isUnknown = isUnknown();
        CompletableFuture<InsertOutcome<R>> inserted = super.insertIfAbsent(table, row);
        return late(
                isUnknown
                        ? inserted.thenCompose(any -> CompletableFuture.failedFuture(
                                new StoreException(Reason.UNKNOWN_OUTCOME, "no answer to an insert")))
                        : inserted);
    }

    private synchronized boolean isUnknown() {
        return random.nextDouble() < faults.unknownOutcomes();
    }

    /** The same result, later and on another thread. */
    private <T> CompletableFuture<T> late(CompletableFuture<T> result) {
        CompletableFuture<T> later = new CompletableFuture<>();
        long delay = nextDelay();
        result.whenComplete((value, failure) -> after(delay, () -> {
            if (failure == null) {
                later.complete(value);
            } else {
                later.completeExceptionally(failure);
            }
        }));
        return later;
    }

    private void after(long micros, Runnable work) {
        try {
            threads.schedule(work, micros, TimeUnit.MICROSECONDS);
        } catch (RejectedExecutionException closed) {
            work.run();
        }
    }

    /** Waits until all late writes are there. Further calls are answered without delay. */
    public void awaitLateWrites() {
        threads.shutdown();
        try {
            threads.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        awaitLateWrites();
        super.close();
    }
}
