package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Declaration;
import java.util.List;
import java.util.Optional;

/**
 * What the check says of one table.
 *
 * @param keyInWords what the columns of the key decide
 * @param projection how large its partitions grow; empty if no workload was declared
 * @param findings worst first
 */
public record TableReport(
        Declaration table,
        String keyInWords,
        List<QueryVerdict> queries,
        Optional<Projection> projection,
        List<Finding> findings) {
    public TableReport {
        queries = List.copyOf(queries);
        findings = List.copyOf(findings);
    }

    public boolean hasErrors() {
        return findings.stream().anyMatch(f -> f.severity() == Severity.ERROR);
    }
}
