package dev.tidings.testkit;

import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InsertOutcome;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Write;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The reference model behind a lock, to test the suite: it passes, and fails with a deliberate bug. In memory only. */
class ModelEngine implements Engine {
    private final InstantSource clock;
    private final Map<String, TableModel<?>> tables;
    private long lastTime;
    private volatile boolean closed;

    /** @param tables the stored data, shared by consecutive engines */
    ModelEngine(Schema schema, InstantSource clock, Map<String, TableModel<?>> tables) {
        this.clock = clock;
        this.tables = tables;
        for (Table<?> table : schema.tables()) {
            TableModel<?> before = tables.get(table.name());
            TableModel<?> now = model(table);
            if (before != null) {
                check(before.table.declaration(), table.declaration());
                now.rows.putAll(before.rows);
            }
            tables.put(table.name(), now);
        }
    }

    TableModel<?> model(Table<?> table) {
        return new TableModel<>(table);
    }

    @Override
    public CompletableFuture<Void> write(Batch batch) {
        return answer(() -> {
            long now = nextTime();
            batch.writes().forEach(write -> apply(write, now));
            return null;
        });
    }

    @Override
    public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
        return answer(() -> of(select.table()).answer(select, second()));
    }

    @Override
    public <R extends Record> CompletableFuture<InsertOutcome<R>> insertIfAbsent(Table<R> table, R row) {
        Upsert upsert = checked(table, row);
        table.requireUnexpired(upsert.values(), clock.instant());
        return answer(() -> {
            Optional<R> existing = of(table).row(upsert.values(), second());
            if (existing.isEmpty()) {
                apply(upsert, nextTime());
            }
            return new InsertOutcome<>(existing);
        });
    }

    static <R extends Record> Upsert checked(Table<R> table, R row) {
        Upsert upsert = table.upsert(row);
        table.expirySecond(upsert.values());
        return upsert;
    }

    void apply(Write write, long now) {
        of(write.table()).apply(write, write.writeTime() == Write.ENGINE_TIME ? now : write.writeTime());
    }

    long nextTime() {
        lastTime = Math.max(lastTime + 1, micros());
        return lastTime;
    }

    final long micros() {
        Instant now = clock.instant();
        return now.toEpochMilli() * 1_000;
    }

    final long second() {
        return clock.instant().getEpochSecond();
    }

    @SuppressWarnings("unchecked")
    final <R extends Record> TableModel<R> of(Table<R> table) {
        return (TableModel<R>) tables.get(table.name());
    }

    final <T> CompletableFuture<T> answer(Supplier<T> work) {
        synchronized (this) {
            if (closed) {
                return CompletableFuture.failedFuture(new StoreException(Reason.CLOSED, "engine is closed"));
            }
            return CompletableFuture.completedFuture(work.get());
        }
    }

    @Override
    public Health check() {
        return new Health(closed ? Optional.of("closed") : Optional.empty());
    }

    @Override
    public void close() {
        closed = true;
    }

    private static void check(Declaration before, Declaration now) {
        boolean sameKey =
                before.describeKey().equals(now.describeKey()) && before.key().equals(now.key());
        for (Column<?> column : now.regular()) {
            sameKey &= before.regular().stream()
                    .noneMatch(old -> old.name().equals(column.name()) && old.type() != column.type());
        }
        if (!sameKey) {
            throw new StoreException(
                    Reason.MISCONFIGURED, "table " + now.name() + ": stored as " + before + ", declared as " + now);
        }
    }
}
