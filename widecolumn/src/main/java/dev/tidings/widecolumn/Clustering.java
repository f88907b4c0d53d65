package dev.tidings.widecolumn;

/** A clustering column and the order in which it sorts the rows of a partition. */
public record Clustering(Column<?> column, boolean descending) {
    public String order() {
        return descending ? "DESC" : "ASC";
    }
}
