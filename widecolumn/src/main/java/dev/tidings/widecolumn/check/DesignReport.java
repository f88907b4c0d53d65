package dev.tidings.widecolumn.check;

import java.util.List;

/** The result of the design check for all tables, in the given order. */
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
