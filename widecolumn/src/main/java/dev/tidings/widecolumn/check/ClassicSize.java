package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.Clustering;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Declaration;

/**
 * Computes the row size by the formula of the data-modelling guides: values, plus 23 bytes for each cell. It describes Cassandra before
 * 3.0, where every cell repeated the clustering key, its own name and an 8-byte timestamp, and where a row had one more cell as its marker.
 * Shown next to {@link StoredSize} because it is widely known; no finding depends on it.
 */
final class ClassicSize {
    static final int CELL_OVERHEAD = 23;

    private ClassicSize() {}

    static double row(Declaration table, ValueSizes sizes) {
        double bytes = CELL_OVERHEAD; // the marker cell
        for (Clustering clustering : table.clustering()) {
            bytes += sizes.bytes(clustering.column());
        }
        for (Column<?> column : table.regular()) {
            double cells = column.type().isCollection() ? sizes.entries(column) : 1;
            bytes += sizes.filled(column) * cells * (CELL_OVERHEAD + sizes.bytes(column));
        }
        return bytes;
    }
}
