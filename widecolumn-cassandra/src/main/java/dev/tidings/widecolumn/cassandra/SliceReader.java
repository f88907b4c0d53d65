package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.tidings.widecolumn.ColumnType;
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
 * Executes the selects of one table: splits each into {@link Slice}s and reads them in turn until the page is full. Rows that have expired
 * by the configured clock are filtered out even if the server still has them; the page is then filled with the rows that follow.
 */
final class SliceReader<R extends Record> {
    /** The driver's default: a larger page is a burden for the server. */
    private static final int MAX_PAGE = 5_000;

    private final CqlSession session;
    private final Table<R> table;
    private final CqlStatements cql;
    private final InstantSource clock;
    private final Retries retries;
    private final ColumnType[] types;
    private final Map<Slice.Shape, CompletableFuture<PreparedStatement>> prepared = new ConcurrentHashMap<>();

    SliceReader(CqlSession session, Table<R> table, CqlStatements cql, InstantSource clock, Retries retries) {
        this.session = session;
        this.table = table;
        this.cql = cql;
        this.clock = clock;
        this.retries = retries;
        this.types = DriverCodecs.types(table);
    }

    CompletableFuture<Page<R>> page(Select<R> select) {
        List<Object[]> rows = new ArrayList<>(select.limit() + 1);
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

    /** Reads slice after slice until there is one row more than the limit, or no slice is left. */
    private CompletableFuture<Void> fill(Select<R> select, List<Slice> slices, List<Object[]> rows) {
        if (slices.isEmpty() || rows.size() > select.limit()) {
            return CompletableFuture.completedFuture(null);
        }
        int wanted = select.limit() + 1 - rows.size();
        List<Object[]> read = new ArrayList<>();
        return retries.run(() -> execute(slices.get(0), wanted))
                .thenCompose(first -> readAll(select, first, read))
                .thenCompose(all -> {
                    long now = clock.instant().getEpochSecond();
                    read.stream().filter(row -> table.expirySecond(row) > now).forEach(rows::add);
                    // A full slice may have more rows after its last one, which matters if some had expired.
                    List<Slice> rest = read.size() == wanted
                            ? Slice.of(select, Optional.of(read.get(wanted - 1)))
                            : slices.subList(1, slices.size());
                    return fill(select, rest, rows);
                });
    }

    /** Reads the pages of one statement. A page may be short or empty and still have a next one: only the server knows the end. */
    private CompletableFuture<Void> readAll(Select<R> select, AsyncResultSet page, List<Object[]> read) {
        int known = known(select);
        for (Row row : page.currentPage()) {
            read.add(DriverCodecs.values(types, row, select.values(), known));
        }
        return page.hasMorePages()
                ? retries.run(page::fetchNextPage).thenCompose(next -> readAll(select, next, read))
                : CompletableFuture.completedFuture(null);
    }

    /**
     * The number of leading columns whose values the query already has. Blobs are excluded: their readers move the buffer's
     * position.
     */
    private int known(Select<R> select) {
        int known = 0;
        while (known < select.equalCount() && types[known] != ColumnType.BLOB) {
            known++;
        }
        return known;
    }

    private CompletionStage<AsyncResultSet> execute(Slice slice, int limit) {
        CompletableFuture<PreparedStatement> statement = prepared.get(slice.shape());
        if (statement != null && statement.isDone() && !statement.isCompletedExceptionally()) {
            return session.executeAsync(bind(statement.join(), slice, limit));
        }
        return prepared.computeIfAbsent(slice.shape(), this::prepare)
                .thenCompose(ready -> session.executeAsync(bind(ready, slice, limit)));
    }

    private CompletableFuture<PreparedStatement> prepare(Slice.Shape shape) {
        CompletableFuture<PreparedStatement> preparing = session.prepareAsync(
                        cql.slice(shape.fixed(), shape.lower(), shape.upper(), shape.backwards()))
                .toCompletableFuture();
        // A failed preparation must not be cached: the next read prepares again.
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
            DriverCodecs.set(bound, index, types[position], value);
            index++;
        }
        return bound.setInt(index, limit)
                .setPageSize(Math.min(limit, MAX_PAGE))
                .setIdempotence(true)
                .build();
    }
}
