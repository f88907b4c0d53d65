package dev.tidings.widecolumn.cassandra;

import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/** The single node that most tests share. */
final class TestCluster {
    private TestCluster() {}

    static CassandraConfig config(String keyspace) {
        return CassandraConfig.of(
                List.of(new InetSocketAddress("127.0.0.1", 9142)),
                "datacenter1",
                new CqlKeyspace(keyspace, Map.of("datacenter1", 1)));
    }
}
