package dev.tidings.widecolumn;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides whether a key can serve a query, and if not, why and which key could. Used by the table builder, which rejects the table, and by
 * the design check, which reports it.
 */
public record KeyFit(Verdict verdict, String reason) {

    /** From best to worst; from {@link #SKIPS_CLUSTERING} on the query can't be served. */
    public enum Verdict {
        ONE_ROW("one row by its whole key"),
        PREFIX_AND_RANGE("one partition, a contiguous run of rows"),
        WHOLE_PARTITION("one partition, all of its rows"),
        SKIPS_CLUSTERING("would need filtering inside the partition"),
        NEEDS_FILTERING("would need filtering or a secondary index"),
        NO_PARTITION("would query every node");

        private final String meaning;

        Verdict(String meaning) {
            this.meaning = meaning;
        }

        public String meaning() {
            return meaning;
        }

        public boolean served() {
            return compareTo(SKIPS_CLUSTERING) < 0;
        }
    }

    public static KeyFit of(Declaration table, Query query) {
        List<Column<?>> key = table.key();
        List<Column<?>> outside =
                query.columns().stream().filter(c -> !key.contains(c)).toList();
        if (!outside.isEmpty()) {
            return outsideKey(table, query, outside);
        }
        List<Column<?>> missing = table.partition().stream()
                .filter(c -> !query.equal().contains(c))
                .toList();
        Optional<Column<?>> rangedPartition = query.range().filter(missing::contains);
        if (rangedPartition.isPresent()) {
            return new KeyFit(
                    Verdict.NO_PARTITION,
                    "it has a range on " + rangedPartition.get().name() + ", a column of the partition key "
                            + names(table.partition())
                            + ": partitions are placed by hash and have no order, so all nodes would be queried. "
                            + wanted(table, query));
        }
        if (!missing.isEmpty()) {
            return new KeyFit(
                    Verdict.NO_PARTITION,
                    "it does not fix " + names(missing) + " of the partition key " + names(table.partition())
                            + ": without all of it the node is unknown, so all of them would be queried. "
                            + wanted(table, query));
        }
        return clusteringFit(table, query);
    }

    /** The cost of an index depends on whether the query fixes the partition: only then does it involve few nodes. */
    private static KeyFit outsideKey(Declaration table, Query query, List<Column<?>> outside) {
        boolean onePartition = query.equal().containsAll(table.partition());
        String cost = onePartition
                ? ": every row of the partition would be read and most discarded; a secondary index is a second, hidden"
                        + " table to be kept up with every write. "
                : ": matching rows are scattered, so every row would be read and most discarded, and a secondary"
                        + " index is kept by each node for its own rows, so every node would be queried. ";
        return new KeyFit(
                Verdict.NEEDS_FILTERING,
                names(outside) + (outside.size() == 1 ? " is" : " are") + " not in the key " + table.describeKey()
                        + cost + wanted(table, query));
    }

    private static KeyFit clusteringFit(Declaration table, Query query) {
        int fixed = query.equal().size() - table.partition().size();
        for (int i = 0; i < table.clustering().size(); i++) {
            Column<?> column = table.clustering().get(i).column();
            boolean equal = query.equal().contains(column);
            boolean ranged = query.range().filter(column::equals).isPresent();
            if (i < fixed ? !equal : i == fixed && query.range().isPresent() && !ranged) {
                return new KeyFit(
                        Verdict.SKIPS_CLUSTERING,
                        "it skips the clustering column " + column.name() + " of " + table.describeKey()
                                + ": rows are sorted by it first, so what matches is not contiguous. "
                                + wanted(table, query));
            }
        }
        if (fixed == table.clustering().size()) {
            return new KeyFit(Verdict.ONE_ROW, "fixes the whole key " + table.describeKey());
        }
        return fixed > 0 || query.range().isPresent()
                ? new KeyFit(
                        Verdict.PREFIX_AND_RANGE,
                        "fixes " + names(query.equal())
                                + query.range()
                                        .map(r -> ", range on " + r.name())
                                        .orElse(""))
                : new KeyFit(Verdict.WHOLE_PARTITION, "fixes " + names(query.equal()));
    }

    /** The key that would serve the query: its own columns first, the rest of the old key as tie-breakers. */
    private static String wanted(Declaration table, Query query) {
        List<Column<?>> partition = query.equal().isEmpty() ? List.of() : query.equal();
        if (partition.isEmpty()) {
            return "No table can serve it: fix at least one column by equality, a time bucket for instance.";
        }
        Set<Column<?>> clustering = new LinkedHashSet<>();
        query.range().ifPresent(clustering::add);
        for (Column<?> column : table.key()) {
            if (!partition.contains(column)) {
                clustering.add(column);
            }
        }
        List<String> parts = new ArrayList<>();
        parts.add(names(partition));
        clustering.forEach(c -> parts.add(c.name()));
        return "A table with the key (" + String.join(", ", parts) + ") would serve it.";
    }

    private static String names(List<Column<?>> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", ", "(", ")"));
    }
}
