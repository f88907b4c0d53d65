package dev.tidings.widecolumn.check;

import java.util.List;

/** Formats a {@link DesignReport} as plain text of 120 columns, for the command line. */
public final class TextReport {
    private static final int WIDTH = 120;
    private static final int LABEL = 11;
    private static final int SEVERITY = 9;

    private final StringBuilder out = new StringBuilder();

    private TextReport() {}

    public static String of(DesignReport report) {
        TextReport text = new TextReport();
        report.tables().forEach(text::table);
        text.summary(report);
        return text.out.toString();
    }

    private void table(TableReport table) {
        out.append(table.table().name())
                .append("  ")
                .append(table.table().describeKey())
                .append('\n');
        entry("key", table.keyDescription());
        queries(table.queries());
        table.projection()
                .ifPresentOrElse(this::projection, () -> entry("size", "not projected: no workload declared"));
        findings(table.findings());
        out.append('\n');
    }

    private void queries(List<QueryVerdict> queries) {
        int longest =
                queries.stream().mapToInt(q -> q.query().name().length()).max().orElse(0);
        int column = Math.min(longest, 40) + 2;
        String label = "queries";
        for (QueryVerdict verdict : queries) {
            String name = pad(verdict.query().name(), column);
            // The reason why a query is not served is in its finding.
            String meaning = verdict.fit().verdict().meaning();
            String text = verdict.served() ? meaning + "; " + verdict.fit().reason() : "NOT SERVED: " + meaning;
            lines(label, LABEL, name, text);
            label = "";
        }
    }

    private void projection(Projection p) {
        sizes("size", "partition", "rows", "stored", "classic");
        sizes(
                "",
                "usual",
                HumanReadable.count(p.usualRows()),
                HumanReadable.bytes(p.usualBytes()),
                classic(p, p.usualRows()));
        sizes(
                "",
                "busiest",
                HumanReadable.count(p.busiestRows()),
                HumanReadable.bytes(p.busiestBytes()),
                classic(p, p.busiestRows()));
        sizes("", "one row", "", HumanReadable.bytes(p.rowBytes()), classic(p, 1));
        entry("", growth(p.growth()));
        if (!p.assumptions().isEmpty()) {
            entry("", "assumed, as nothing was declared: " + String.join(", ", p.assumptions()));
        }
    }

    private static String classic(Projection p, long rows) {
        return HumanReadable.bytes(p.classicBytes(rows));
    }

    private void sizes(String label, String what, String rows, String stored, String classic) {
        String line = String.format("  %-11s%-10s %14s %10s %10s", label, what, rows, stored, classic);
        out.append(line.stripTrailing()).append('\n');
    }

    private static String growth(PartitionGrowth growth) {
        return switch (growth.bound()) {
            case ONE_ROW, MAX_ROWS -> growth.bound().meaning();
            case BUCKET, TTL -> growth.bound().meaning() + " after " + HumanReadable.duration(growth.life());
            case UNBOUNDED -> growth.bound().meaning() + "; this is after " + HumanReadable.duration(growth.life());
        };
    }

    private void findings(List<Finding> findings) {
        if (findings.isEmpty()) {
            entry("findings", "none");
        }
        String label = "findings";
        for (Finding finding : findings) {
            lines(
                    label,
                    LABEL,
                    pad(finding.severity().name(), SEVERITY),
                    finding.code().id() + ": " + finding.message());
            label = "";
        }
    }

    private void summary(DesignReport report) {
        out.append("stored: bytes in the data file of Cassandra 3.0 and later, before compression, on each replica\n");
        out.append("classic: by the older rule of 23 bytes a cell, for comparison\n\n");
        out.append(amount(report.tables().size(), "table"))
                .append(": ")
                .append(amount(report.count(Severity.ERROR), "error"))
                .append(", ")
                .append(amount(report.count(Severity.WARNING), "warning"))
                .append(", ")
                .append(amount(report.count(Severity.NOTE), "note"))
                .append('\n');
    }

    private static String amount(long number, String what) {
        return HumanReadable.count(number) + " " + what + (number == 1 ? "" : "s");
    }

    private void entry(String label, String text) {
        lines(label, LABEL, "", text);
    }

    /** Writes the text after its label and lead, with further lines indented to its start. */
    private void lines(String label, int labelWidth, String lead, String text) {
        StringBuilder line =
                new StringBuilder("  ").append(pad(label, labelWidth)).append(lead);
        int indent = line.length();
        boolean first = true;
        for (String word : text.split(" ")) {
            if (!first && line.length() + 1 + word.length() > WIDTH) {
                out.append(line.toString().stripTrailing()).append('\n');
                line = new StringBuilder(" ".repeat(indent));
                first = true;
            }
            line.append(first ? "" : " ").append(word);
            first = false;
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }
}
