package dev.tidings.server.cli;

import dev.tidings.client.TidingsClient;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A table for people: columns as wide as their longest cell, without control characters, so that no content controls the terminal. */
final class Table<T> {
    private static final int MAX_WIDTH = 60;
    private static final String GAP = "  ";
    private static final String NONE = "-";

    private final List<Column<T>> columns = new ArrayList<>();

    /** A title and the cells below it. */
    private record Column<T>(String title, Function<T, Object> value) {}

    Table<T> column(String title, Function<T, Object> value) {
        columns.add(new Column<>(title, value));
        return this;
    }

    void print(List<T> items, PrintWriter out) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(columns.stream().map(Column::title).toList());
        for (T item : items) {
            rows.add(columns.stream()
                    .map(column -> cell(column.value().apply(item)))
                    .toList());
        }
        int[] widths = new int[columns.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        rows.forEach(row -> out.println(line(row, widths)));
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = row.get(i);
            line.append(cell);
            if (i < widths.length - 1) {
                line.append(" ".repeat(widths[i] - width(cell))).append(GAP);
            }
        }
        return line.toString().stripTrailing();
    }

    private static String cell(Object value) {
        String text = printable(text(value));
        if (text.isBlank()) {
            return NONE;
        }
        return width(text) <= MAX_WIDTH ? text : text.substring(0, text.offsetByCodePoints(0, MAX_WIDTH - 1)) + "…";
    }

    private static String text(Object value) {
        if (value instanceof Collection<?> several) {
            return several.stream().map(Table::text).collect(Collectors.joining(","));
        }
        if (value instanceof Boolean flag) {
            return flag ? "yes" : "no";
        }
        if (value instanceof Enum<?>) {
            return TidingsClient.toJson(value).asText();
        }
        return Objects.toString(value, "");
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }

    /** Strips control characters, and marks that change the direction of text. */
    static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069]+", " ");
    }
}
