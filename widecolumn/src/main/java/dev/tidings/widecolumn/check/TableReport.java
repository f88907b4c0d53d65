package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Declaration;
import java.util.List;
import java.util.Optional;

/**
 * The result of the design check for one table.
 *
 * @param keyDescription an explanation of the key
 * @param projection the projected partition sizes; empty if no workload was declared
 * @param findings most severe first
 */
public record TableReport(
        Declaration table,
        String keyDescription,
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
