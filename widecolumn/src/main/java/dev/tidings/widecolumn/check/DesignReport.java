package dev.tidings.widecolumn.check;

import java.util.List;

/** What the check says of all tables, in the order in which they were given. */
public record DesignReport(List<TableReport> tables) {
    public DesignReport {
        tables = List.copyOf(tables);
    }

    public boolean hasErrors() {
        return tables.stream().anyMatch(TableReport::hasErrors);
    }

    public long count(Severity severity) {
        return tables.stream()
                .flatMap(t -> t.findings().stream())
                .filter(f -> f.severity() == severity)
                .count();
    }
}
