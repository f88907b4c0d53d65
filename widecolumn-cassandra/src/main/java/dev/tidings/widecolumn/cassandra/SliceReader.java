package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.cql.CqlStatements;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Answers selects of one table. Rows that have expired by the configured clock are left out, also where the server still has them;
 * a page is then filled from what follows.
 */
final class SliceReader<R extends Record> {
    private final CqlSession session;
    private final Table<R> table;
    private final CqlStatements cql;
    private final InstantSource clock;
    private final Repeats repeats;
    private final Map<Slice.Shape, CompletionStage<PreparedStatement>> prepared = new ConcurrentHashMap<>();

    SliceReader(CqlSession session, Table<R> table, CqlStatements cql, InstantSource clock, Repeats repeats) {
        this.session = session;
        this.table = table;
        this.cql = cql;
        this.clock = clock;
        this.repeats = repeats;
    }

    CompletableFuture<Page<R>> page(Select<R> select) {
        List<Object[]> rows = new ArrayList<>();
        return fill(select, Slice.of(select, select.resumeKey()), rows).thenApply(ignored -> {
            boolean more = rows.size() > select.limit();
            List<R> page = new ArrayList<>(Math.min(rows.size(), select.limit()));
            for (int i = 0; i < rows.size() && i < select.limit(); i++) {
                page.add(table.row(rows.get(i)));
            }
            return new Page<>(
                    page,
                    more ? Optional.of(select.cursorAfter(rows.get(select.limit() - 1))) : Optional.<String>empty());
        });
    }

    /** Reads slice after slice until there is one row more than was asked for, or nothing is left. */
    private CompletableFuture<Void> fill(Select<R> select, List<Slice> slices, List<Object[]> rows) {
        if (slices.isEmpty() || rows.size() > select.limit()) {
            return CompletableFuture.completedFuture(null);
        }
        int wanted = select.limit() + 1 - rows.size();
        return repeats.run(() -> execute(slices.get(0), wanted)).thenCompose(result -> {
            long now = clock.instant().getEpochSecond();
            Object[] last = null;
            int count = 0;
            for (Row row : result.currentPage()) {
                last = Codecs.values(table, row, 0);
                count++;
                if (table.expirySecond(last) > now) {
                    rows.add(last);
                }
            }
            // A full slice may have more behind its last row, which matters if some of it had expired.
            List<Slice> rest = count == wanted ? Slice.of(select, Optional.of(last)) : slices.subList(1, slices.size());
            return fill(select, rest, rows);
        });
    }

    private CompletionStage<AsyncResultSet> execute(Slice slice, int limit) {
        return prepared.computeIfAbsent(slice.shape(), this::prepare)
                .thenCompose(statement -> session.executeAsync(bind(statement, slice, limit)));
    }

    private CompletionStage<PreparedStatement> prepare(Slice.Shape shape) {
        CompletionStage<PreparedStatement> preparing =
                session.prepareAsync(cql.slice(shape.fixed(), shape.lower(), shape.upper(), shape.backwards()));
        // One that failed must not be kept: the next read tries again.
        preparing.whenComplete((ok, failure) -> {
            if (failure != null) {
                prepared.remove(shape);
            }
        });
        return preparing;
    }

    private BoundStatement bind(PreparedStatement statement, Slice slice, int limit) {
        BoundStatementBuilder bound = statement.boundStatementBuilder();
        int index = 0;
        for (Object value : slice.values()) {
            int position = Math.min(index, slice.shape().fixed());
            Codecs.set(bound, index, table.columns().get(position).type(), value);
            index++;
        }
        return bound.setInt(index, limit)
                .setPageSize(limit)
                .setIdempotence(true)
                .build();
    }
}
