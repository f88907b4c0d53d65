package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Finds the partition columns of a table that are time buckets, such as a month: the one named by the workload, otherwise those that look
 * like one.
 */
final class TimeBuckets {
    private static final Set<String> WORDS =
            Set.of("minute", "hour", "day", "date", "week", "month", "quarter", "year", "time");

    private TimeBuckets() {}

    static List<Column<?>> of(Declaration table) {
        List<Column<?>> named = table.workload().flatMap(Workload::bucketColumn).stream()
                .filter(table.partition()::contains)
                .<Column<?>>map(c -> c)
                .toList();
        return named.isEmpty()
                ? table.partition().stream().filter(TimeBuckets::looksLikeTime).toList()
                : named;
    }

    /** A bucket need not be one of time ({@code user_bucket} is a hash), and {@code day_of_week} is cyclic. */
    private static boolean looksLikeTime(Column<?> column) {
        List<String> words = Arrays.asList(column.name().split("_"));
        boolean named = words.stream().anyMatch(WORDS::contains) && !words.contains("of")
                || column.name().equals("bucket");
        return column.type() == ColumnType.TIMESTAMP
                || named && column.type() != ColumnType.BOOLEAN && column.type() != ColumnType.UUID;
    }
}
