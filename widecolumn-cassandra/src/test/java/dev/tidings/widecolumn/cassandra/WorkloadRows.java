package dev.tidings.widecolumn.cassandra;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Upsert;
import dev.tidings.widecolumn.Workload;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Generates rows of a table as its workload declares them: values of the average size, columns filled with the declared
 * frequency.
 */
final class WorkloadRows {
    private static final long NOW = System.currentTimeMillis();

    private final Table<?> table;
    private final Workload workload;

    WorkloadRows(Table<?> table) {
        this.table = table;
        this.workload = table.declaration().workload().orElseThrow();
    }

    Upsert upsert(int partition, int row) {
        Object[] values = new Object[table.columns().size()];
        for (int i = 0; i < values.length; i++) {
            Column<?> column = table.columns().get(i);
            int seed = i < table.partitionSize() ? partition : 1000 * partition + row;
            // The anchor is in every row; the other columns as often as the workload declares.
            boolean anchor = table.declaration()
                    .ttl()
                    .filter(t -> t.anchor().equals(column))
                    .isPresent();
            double filled = workload.filled().getOrDefault(column, 1.0);
            if (i < table.keySize() || anchor || row % 100 < 100 * filled) {
                values[i] = value(column, seed);
            }
        }
        return upsert(table, values);
    }

    private static <R extends Record> Upsert upsert(Table<R> table, Object[] values) {
        return table.upsert(table.row(values));
    }

    private Object value(Column<?> column, int seed) {
        int bytes = workload.sizes().getOrDefault(column, 40);
        return switch (column.type()) {
            case TEXT -> text(seed, bytes);
            case UUID -> new UUID((NOW + seed) << 16 | 0x7000, 0x8000000000000000L | seed);
            case INT -> seed;
            case BIGINT -> (long) seed;
            case BOOLEAN -> true;
            case DOUBLE -> 1.0 * seed;
            case TIMESTAMP -> Instant.ofEpochMilli(NOW + seed);
            case BLOB -> ByteBuffer.allocate(bytes);
            case TEXT_MAP -> {
                Map<String, String> map = new LinkedHashMap<>();
                for (int i = 0; i < workload.entries().getOrDefault(column, 10); i++) {
                    map.put(text(i, bytes / 2), text(i, bytes - bytes / 2));
                }
                yield map;
            }
            case TEXT_SET -> {
                Set<String> set = new LinkedHashSet<>();
                for (int i = 0; i < workload.entries().getOrDefault(column, 10); i++) {
                    set.add(text(i, bytes));
                }
                yield set;
            }
        };
    }

    /** A text that differs by seed as far as its size allows. */
    private static String text(int seed, int bytes) {
        String number = Integer.toString(seed, 36);
        return number.length() >= bytes
                ? number.substring(number.length() - bytes)
                : number + "x".repeat(bytes - number.length());
    }
}
