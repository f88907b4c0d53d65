package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Clustering;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.KeyFit;
import dev.tidings.widecolumn.Query;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The entry point of the design check: takes the declarations of tables, runs all rules, and returns a {@link DesignReport}. Rejects
 * nothing: a table that could not be built is reported like any other.
 */
public final class DesignCheck {
    private static final List<Rule> RULES = List.of(
            KeyRules::partitionKey,
            KeyRules::cardinality,
            KeyRules::monotonicBucket,
            KeyRules::unknownBucket,
            KeyRules::tieBreaker,
            KeyRules::anchor,
            GrowthRules::workload,
            GrowthRules::unbounded,
            GrowthRules::size,
            GrowthRules::rows,
            LoadRules::hotPartition,
            CollectionRules::collections,
            TombstoneRules::deletes,
            TombstoneRules::clears,
            WindowRules::windows);

    private DesignCheck() {}

    public static DesignReport of(Collection<Declaration> tables) {
        return new DesignReport(
                tables.stream().map(table -> report(table, tables)).toList());
    }

    private static TableReport report(Declaration table, Collection<Declaration> all) {
        TableFacts facts = TableFacts.of(table);
        List<QueryVerdict> verdicts = table.queries().stream()
                .map(query -> verdict(table, query, all))
                .toList();
        Findings findings = new Findings();
        QueryRules.check(table, verdicts, findings);
        RULES.forEach(rule -> rule.check(facts, findings));
        return new TableReport(table, keyInWords(table), verdicts, facts.projection(), findings.worstFirst());
    }

    private static QueryVerdict verdict(Declaration table, Query query, Collection<Declaration> all) {
        KeyFit fit = KeyFit.of(table, query);
        Optional<String> elsewhere = fit.verdict().served()
                ? Optional.empty()
                : all.stream()
                        .filter(other -> !other.partition().isEmpty())
                        .filter(other -> KeyFit.of(other, query).verdict().served())
                        .map(Declaration::name)
                        .findFirst();
        return new QueryVerdict(query, fit, elsewhere);
    }

    /** Names the partition key in parentheses: in {@code PRIMARY KEY (a, b)} it is {@code a} alone, which is easily overlooked. */
    private static String keyInWords(Declaration table) {
        String partition = table.partition().stream().map(Column::name).collect(Collectors.joining(", ", "(", ")"));
        if (table.clustering().isEmpty()) {
            return partition + " determines the node; one row per partition";
        }
        String order = table.clustering().stream().map(DesignCheck::withOrder).collect(Collectors.joining(", then "));
        return partition + " determines the node; " + order
                + (table.clustering().size() == 1 ? " sorts" : " sort");
    }

    private static String withOrder(Clustering clustering) {
        return clustering.column().name() + " " + clustering.order();
    }
}
