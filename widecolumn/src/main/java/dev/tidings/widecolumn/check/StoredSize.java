package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Clustering;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.ColumnType;
import dev.tidings.widecolumn.Declaration;

/**
 * Computes the bytes of rows and partitions in a data file of Cassandra 3.0 and later, before compression.
 *
 * <pre>
 *   partition = key length (2), key, deletion time (12), row…, end marker (1)
 *   row       = flags (1), clustering header (1) and values, size of this row, size of the one before,
 *               time stamp, [ttl, expiry], [bitmap of missing columns], cell…
 *   cell      = flags (1), [own time stamp], [own expiry, ttl], [length] value
 *   map, set  = number of entries, then a cell each, with the length and bytes of its key before the value
 * </pre>
 *
 * <p>Sizes, lengths and times are variable-length integers, and times are differences to the smallest in the file. Values of a
 * type with a fixed size have no length before them. A cell written with its row shares the row's time stamp and expiry by two
 * bits of its flags, which is why a cell costs 1 byte and not 23. The components of a partition key of several columns have
 * 3 bytes more each.
 *
 * <p>The layout is that of Cassandra's {@code UnfilteredSerializer}, {@code Cell.Serializer}, {@code ClusteringPrefix} and
 * {@code SerializationHeader}, in the file format {@code nb}, which Cassandra 5 writes too unless it is told not to stay
 * compatible with 4. The newer {@code oa} shortens the deletion time of a live partition from 12 bytes to 1.
 */
final class StoredSize {
    private static final int KEY_LENGTH = 2;
    private static final int DELETION_TIME = 12;
    private static final int END_MARKER = 1;
    private static final int COMPONENT = 3;
    private static final int FLAGS = 1;
    private static final int BITS_PER_BYTE = 7;

    private final Declaration table;
    private final ValueSizes sizes;
    private final double updatesPerRow;
    private final StoredTimes times;

    StoredSize(Declaration table, ValueSizes sizes, double updatesPerRow) {
        this.table = table;
        this.sizes = sizes;
        this.updatesPerRow = updatesPerRow;
        this.times = StoredTimes.of(table, updatesPerRow);
    }

    double partitionOverhead() {
        double key = table.partition().stream().mapToDouble(sizes::bytes).sum();
        double components =
                table.partition().size() > 1 ? COMPONENT * table.partition().size() : 0;
        return KEY_LENGTH + key + components + DELETION_TIME + END_MARKER;
    }

    /** The size of an inserted row. */
    double insertedRow() {
        return row(0);
    }

    /** The size of a row with its updates. */
    double row() {
        return row(updatesPerRow);
    }

    private double row(double updates) {
        double bytes = 0;
        double cells = 0;
        double allFilled = 1;
        for (Column<?> column : table.regular()) {
            double filled = sizes.filled(column);
            bytes += filled * cell(column);
            cells += filled * (column.type().isCollection() ? sizes.entries(column) : 1);
            allFilled *= filled;
        }
        double inserted = unfiltered((1 - allFilled) * bitmap() + bytes);
        // An update is stored as a row with one cell until compaction merges the two; with time windows that never
        // happens.
        double update = unfiltered(bitmap() + bytes / Math.max(1, cells));
        return inserted + Math.min(updates, cells) * update;
    }

    private double unfiltered(double bodyAfterTimes) {
        double body = times.perRow() + bodyAfterTimes;
        double prefix = FLAGS;
        if (!table.clustering().isEmpty()) {
            prefix += 1; // two bits a column say whether its value is null or empty
        }
        for (Clustering clustering : table.clustering()) {
            prefix += value(clustering.column().type(), sizes.bytes(clustering.column()));
        }
        double previous = prefix + body; // taken to be as large as this one
        return prefix + vint(body) + vint(previous) + body;
    }

    private double bitmap() {
        return Math.ceil(table.regular().size() / (double) BITS_PER_BYTE);
    }

    private double cell(Column<?> column) {
        double bytes = sizes.bytes(column);
        return switch (column.type()) {
            case TEXT_MAP -> {
                // The division of an entry into key and value affects only the two lengths.
                double entry = FLAGS + 2 * vint(bytes / 2) + bytes;
                yield vint(sizes.entries(column)) + sizes.entries(column) * entry;
            }
            case TEXT_SET -> vint(sizes.entries(column)) + sizes.entries(column) * (FLAGS + vint(bytes) + bytes);
            default -> FLAGS + value(column.type(), bytes);
        };
    }

    private static double value(ColumnType type, double bytes) {
        return type.fixedSize() >= 0 ? bytes : vint(bytes) + bytes;
    }

    /** Bytes of an unsigned variable-length integer: seven bits a byte, the number of bytes encoded in the first, 9 at most. */
    static int vint(double value) {
        int bytes = 1;
        while (bytes < 9 && value >= Math.pow(2, BITS_PER_BYTE * bytes)) {
            bytes++;
        }
        return bytes;
    }
}
