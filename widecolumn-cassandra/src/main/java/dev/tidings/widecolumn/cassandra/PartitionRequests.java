package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Write;
import dev.tidings.widecolumn.WriteSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides a batch into requests of one partition each, and of bounded size: servers refuse requests that are too large (Cassandra over 8
 * MiB, ScyllaDB over 1 MiB), however often they are retried.
 */
final class PartitionRequests {
    static final long MAX_BYTES = 512 << 10;
    static final int MAX_WRITES = 1_000;

    private final Map<PartitionKey, PartitionRequest> open = new HashMap<>();
    private final List<List<BatchableStatement<?>>> requests = new ArrayList<>();

    /** The table and partition of a write. */
    private record PartitionKey(Table<?> table, List<Object> values) {
        static PartitionKey of(Write write) {
            return new PartitionKey(
                    write.table(),
                    Arrays.asList(write.values()).subList(0, write.table().partitionSize()));
        }
    }

    /** The latest request of a partition. */
    private static final class PartitionRequest {
        private final List<BatchableStatement<?>> statements = new ArrayList<>();
        private long bytes;
        private int writes;

        /** One write alone always fits: what it needs is limited by its table. */
        boolean takes(long more) {
            return writes == 0 || bytes + more <= MAX_BYTES && writes < MAX_WRITES;
        }
    }

    /** The statements of the request that the write goes into, to append its own. */
    List<BatchableStatement<?>> of(Write write) {
        long bytes = WriteSize.maxBytes(write);
        PartitionRequest request = open.compute(
                PartitionKey.of(write), (key, latest) -> latest != null && latest.takes(bytes) ? latest : next());
        request.bytes += bytes;
        request.writes++;
        return request.statements;
    }

    private PartitionRequest next() {
        PartitionRequest request = new PartitionRequest();
        requests.add(request.statements);
        return request;
    }

    List<List<BatchableStatement<?>>> all() {
        return requests;
    }
}
