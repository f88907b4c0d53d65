package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Declaration;
import dev.tidings.widecolumn.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks up the average size, number of entries and fill rate of a column: fixed by its type, otherwise declared in the workload, otherwise
 * assumed. Lists the assumptions, which the report shows.
 */
final class ValueSizes {
    static final int ASSUMED_TEXT = 40;
    static final int ASSUMED_BLOB = 200;
    static final int ASSUMED_ENTRY = 30;
    static final int ASSUMED_ENTRIES = 10;

    private final Workload workload;

    ValueSizes(Workload workload) {
        this.workload = workload;
    }

    /** Bytes of a value; of one entry, key and value together, for a collection. */
    double bytes(Column<?> column) {
        int fixed = column.type().fixedSize();
        return fixed >= 0 ? fixed : workload.sizes().getOrDefault(column, assumed(column.type()));
    }

    double entries(Column<?> column) {
        return workload.entries().getOrDefault(column, ASSUMED_ENTRIES);
    }

    /** The share of rows that have a value in this column. */
    double filled(Column<?> column) {
        return workload.filled().getOrDefault(column, 1.0);
    }

    List<String> assumptions(Declaration table) {
        List<String> made = new ArrayList<>();
        for (Column<?> column : table.columns()) {
            boolean collection = column.type().isCollection();
            if (collection && !workload.entries().containsKey(column)) {
                made.add(ASSUMED_ENTRIES + " entries in " + column.name());
            }
            if (column.type().fixedSize() < 0 && !workload.sizes().containsKey(column)) {
                String each = collection ? " B for an entry of " : " B for ";
                made.add(assumed(column.type()) + each + column.name());
            }
        }
        return made;
    }

    private static int assumed(ColumnType type) {
        return switch (type) {
            case BLOB -> ASSUMED_BLOB;
            case TEXT_MAP, TEXT_SET -> ASSUMED_ENTRY;
            default -> ASSUMED_TEXT;
        };
    }
}
