package dev.tidings.widecolumn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Builds a table step by step: key, columns, TTL, queries and workload. {@link #rows} validates all of it and returns the {@link Table}, or
 * throws a {@link SchemaException}; {@link #declaration} returns it unchecked.
 */
public final class TableBuilder {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,47}");

    private final String name;
    private String comment = "";
    private List<Column<?>> partition = List.of();
    private List<Clustering> clustering = List.of();
    private List<Column<?>> regular = List.of();
    private Optional<Ttl> ttl = Optional.empty();
    private Optional<Duration> compactionWindow = Optional.empty();
    private boolean readSeldom;
    private List<Query> queries = List.of();
    private Optional<Workload> workload = Optional.empty();

    TableBuilder(String name) {
        this.name = name;
    }

    /** The purpose of the table, in a sentence or two. Also part of the DDL. */
    public TableBuilder comment(String text) {
        comment = text;
        return this;
    }

    /** The columns that determine the placement of a row. Every query fixes all of them. */
    public TableBuilder partition(Column<?>... columns) {
        partition = List.of(columns);
        return this;
    }

    /** The columns that sort the rows of a partition and make them unique in it. */
    public TableBuilder clustering(Clustering... columns) {
        clustering = List.of(columns);
        return this;
    }

    /** The other columns. One can be added at any time; older rows lack it. */
    public TableBuilder columns(Column<?>... columns) {
        regular = List.of(columns);
        return this;
    }

    public TableBuilder ttl(Ttl anchored) {
        ttl = Optional.of(anchored);
        return this;
    }

    /** Rows written in one window expire together, so that whole files can be dropped. */
    public TableBuilder compactionWindow(Duration window) {
        compactionWindow = Optional.of(window);
        return this;
    }

    /** Rows are read once or twice at most: an engine with a choice favours writes over reads. */
    public TableBuilder writeOptimized() {
        readSeldom = true;
        return this;
    }

    /** The queries the table serves. No others are possible. */
    public TableBuilder serves(Query... served) {
        queries = List.of(served);
        return this;
    }

    public TableBuilder workload(Workload expected) {
        workload = Optional.of(expected);
        return this;
    }

    /** The declaration so far, not validated: for the design check, which also reports on invalid tables. */
    public Declaration declaration() {
        return new Declaration(
                name, comment, partition, clustering, regular, ttl, compactionWindow, readSeldom, queries, workload);
    }

    /**
     * Builds the table, with its rows as instances of a record whose components are the columns in camel case.
     *
     * @throws SchemaException if the key is invalid, or can't serve one of the queries
     */
    public <R extends Record> Table<R> rows(Class<R> type) {
        Declaration declaration = declaration();
        verify(declaration);
        return new Table<>(declaration, RecordBinder.of(type, declaration));
    }

    private static void verify(Declaration table) {
        if (!NAME.matcher(table.name()).matches()) {
            throw new SchemaException("table name '" + table.name()
                    + "': expected lower-case letters, digits and underscores, at most 48");
        }
        if (table.comment().isBlank()) {
            throw new SchemaException("table " + table.name() + " has no comment: say which query it serves");
        }
        if (table.partition().isEmpty()) {
            throw new SchemaException("table " + table.name()
                    + " has no partition column: it determines the placement of a row, so there must be one");
        }
        Set<String> seen = new HashSet<>();
        for (Column<?> column : table.columns()) {
            if (!seen.add(column.name())) {
                throw new SchemaException("table " + table.name() + " declares column " + column.name() + " twice");
            }
        }
        for (Column<?> column : table.key()) {
            if (column.type().isCollection()) {
                throw new SchemaException("table " + table.name() + ": key column " + column.name() + " is a "
                        + column.type().cql() + "; a key needs a single value that sorts");
            }
        }
        table.ttl().map(Ttl::anchor).filter(a -> !table.columns().contains(a)).ifPresent(anchor -> {
            throw new SchemaException(
                    "table " + table.name() + ": TTL is anchored on " + anchor.name() + ", which it does not have");
        });
        verifyQueries(table);
    }

    private static void verifyQueries(Declaration table) {
        List<String> problems = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Query query : table.queries()) {
            if (!names.add(query.name())) {
                problems.add("query '" + query.name() + "' is declared twice");
            }
            KeyFit fit = KeyFit.of(table, query);
            if (!fit.verdict().served()) {
                problems.add("query '" + query.name() + "' " + fit.verdict().meaning() + ": " + fit.reason());
            }
        }
        if (table.queries().isEmpty()) {
            problems.add("it serves no query: a table exists to serve one");
        }
        if (!problems.isEmpty()) {
            throw new SchemaException("table " + table.name() + ": " + String.join("; ", problems));
        }
    }
}
