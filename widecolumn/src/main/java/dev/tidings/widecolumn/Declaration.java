package dev.tidings.widecolumn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A table as declared in a {@link TableBuilder}, not validated yet: name, key, columns, TTL, queries and workload. The design check judges
 * it; CQL and key layouts are rendered from it.
 */
public record Declaration(
        String name,
        String comment,
        List<Column<?>> partition,
        List<Clustering> clustering,
        List<Column<?>> regular,
        Optional<Ttl> ttl,
        Optional<Duration> compactionWindow,
        boolean writeOptimized,
        List<Query> queries,
        Optional<Workload> workload) {
    public Declaration {
        partition = List.copyOf(partition);
        clustering = List.copyOf(clustering);
        regular = List.copyOf(regular);
        queries = List.copyOf(queries);
    }

    /** Partition and clustering columns, in key order. */
    public List<Column<?>> key() {
        List<Column<?>> key = new ArrayList<>(partition);
        clustering.forEach(c -> key.add(c.column()));
        return key;
    }

    /** Every column: the key first, then the others in the order of declaration. */
    public List<Column<?>> columns() {
        List<Column<?>> all = key();
        all.addAll(regular);
        return all;
    }

    /** The primary key in CQL, always with the inner parentheses that delimit the partition key. */
    public String primaryKey() {
        String inner = partition.stream().map(Column::name).collect(Collectors.joining(", ", "(", ")"));
        return clustering.stream().map(c -> ", " + c.column().name()).collect(Collectors.joining("", "(" + inner, ")"));
    }

    /** The primary key with the order of its clustering columns, for people. */
    public String describeKey() {
        String inner = partition.stream().map(Column::name).collect(Collectors.joining(", ", "(", ")"));
        return clustering.stream()
                .map(c -> ", " + c.column().name() + (c.descending() ? " DESC" : ""))
                .collect(Collectors.joining("", "(" + inner, ")"));
    }
}
