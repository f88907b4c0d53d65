package dev.tidings.bench.kit;

import java.util.List;

/** One side of the comparison on Cassandra. Each call keeps the same number of requests under way, from one thread. */
interface CqlSide extends AutoCloseable {
    int IN_FLIGHT = 256;
    int PAGE = 20;

    /** A request for each row; returns how many rows. */
    double write(List<KitRow> rows) throws Exception;

    /** A request for each list, whose rows share a partition; returns how many rows. */
    double writeBatches(List<List<KitRow>> batches) throws Exception;

    /** Reads the first page of each of these users, with every column of every row; returns how many pages. */
    double readPages(List<Object[]> partitions) throws Exception;

    static void check(int rows) {
        if (rows != PAGE) {
            throw new IllegalStateException("a page of " + rows + " rows");
        }
    }

    @Override
    void close();
}
