package dev.tidings.bench.kit;

import java.util.List;

/**
 * One side of the comparison on Cassandra, the wide-column kit or the plain driver. Each call keeps the same number of requests in
 * flight from one thread.
 */
interface CqlSide extends AutoCloseable {
    int IN_FLIGHT = 256;
    int PAGE = 20;

    /** Sends one request per row; returns the number of rows. */
    double write(List<KitRow> rows) throws Exception;

    /** Sends one request per list, whose rows share a partition; returns the number of rows. */
    double writeBatches(List<List<KitRow>> batches) throws Exception;

    /** Reads the first page of each partition, with every column of every row; returns the number of pages. */
    double readPages(List<Object[]> partitions) throws Exception;

    static void check(int rows) {
        if (rows != PAGE) {
            throw new IllegalStateException("a page of " + rows + " rows");
        }
    }

    @Override
    void close();
}
