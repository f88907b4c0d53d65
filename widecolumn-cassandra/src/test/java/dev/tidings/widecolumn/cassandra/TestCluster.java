package dev.tidings.widecolumn.cassandra;

import dev.tidings.lab.cassandra.SharedCassandra;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.util.Map;

/** The single node shared by most tests, each with a keyspace of its own. */
final class TestCluster {
    private TestCluster() {}

    static CassandraConfig config(String keyspace) {
        String datacenter = SharedCassandra.datacenter();
        return CassandraConfig.of(
                SharedCassandra.contactPoints(), datacenter, new CqlKeyspace(keyspace, Map.of(datacenter, 1)));
    }
}
