package dev.tidings.bench.kit;

import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/** The subject on RocksDB: writes and reads through the wide-column kit, with records as rows. */
final class KitRocksSide implements AutoCloseable {
    static final int THREADS = 2;
    static final int BATCH = 500;
    static final int PAGE = 20;
    /** Reads in flight per thread: the engine is asynchronous and is used that way. */
    private static final int READS_IN_FLIGHT = 64;

    private final WorkerThreads threads = new WorkerThreads(THREADS);
    private final RocksEngine engine;
    private long rows;

    KitRocksSide(RocksConfig config) {
        engine = RocksEngine.open(config, KitRow.SCHEMA);
    }

    long rows() {
        return rows;
    }

    double write(List<KitRow> newRows) throws Exception {
        threads.run(thread -> {
            for (int at = thread * BATCH; at < newRows.size(); at += THREADS * BATCH) {
                List<Upsert> batch = new ArrayList<>(BATCH);
                for (KitRow row : newRows.subList(at, Math.min(at + BATCH, newRows.size()))) {
                    batch.add(KitRow.TABLE.upsert(row));
                }
                engine.write(Batch.acrossPartitions(batch)).join();
            }
        });
        rows += newRows.size();
        return newRows.size();
    }

    double readPages(int count) throws Exception {
        long users = KitRow.users(rows);
        threads.run(thread -> {
            List<CompletableFuture<?>> inFlight = new ArrayList<>(READS_IN_FLIGHT);
            for (int i = thread; i < count; i += THREADS) {
                long user = ThreadLocalRandom.current().nextLong(users);
                Select<KitRow> page = KitRow.TABLE.select(KitRow.PAGE, KitRow.partition(user));
                inFlight.add(engine.read(page.limit(PAGE)).thenAccept(KitRocksSide::check));
                if (inFlight.size() == READS_IN_FLIGHT || i + THREADS >= count) {
                    CompletableFuture.allOf(inFlight.toArray(CompletableFuture[]::new))
                            .join();
                    inFlight.clear();
                }
            }
        });
        return count;
    }

    private static void check(Page<KitRow> page) {
        if (page.rows().size() != PAGE) {
            throw new IllegalStateException("a page of " + page.rows().size() + " rows");
        }
    }

    /** Flushes and compacts everything, so that reads are measured on a store at rest. */
    void settle() {
        engine.compact();
    }

    @Override
    public void close() {
        engine.close();
        threads.close();
    }
}
