package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Declaration;
import java.util.List;

/** Rules of the design check about declared queries: report a table without any, and each query that its key can't serve. */
final class QueryRules {
    private QueryRules() {}

    static void check(Declaration table, List<QueryVerdict> verdicts, Findings findings) {
        if (verdicts.isEmpty()) {
            findings.warning(
                    FindingCode.NO_QUERY,
                    "The table declares no query. One table per query is the rule: say which it answers, or drop it.");
        }
        verdicts.stream().filter(v -> !v.served()).forEach(v -> findings.error(code(v), message(v)));
    }

    private static FindingCode code(QueryVerdict verdict) {
        return switch (verdict.fit().verdict()) {
            case SKIPS_CLUSTERING -> FindingCode.SKIPPED_CLUSTERING_COLUMN;
            case NEEDS_FILTERING -> FindingCode.NEEDS_FILTERING;
            case NO_PARTITION -> FindingCode.PARTITION_NOT_FIXED;
            case ONE_ROW, PREFIX_AND_RANGE, WHOLE_PARTITION ->
                throw new IllegalStateException("query '" + verdict.query().name() + "' is served");
        };
    }

    private static String message(QueryVerdict verdict) {
        return "Query '" + verdict.query().name() + "' "
                + verdict.fit().verdict().meaning() + ": " + verdict.fit().reason()
                + verdict.elsewhere()
                        .map(table -> " Table " + table + " already does: query it instead.")
                        .orElse("");
    }
}
