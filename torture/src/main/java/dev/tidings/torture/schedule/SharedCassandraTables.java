package dev.tidings.torture.schedule;

import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.cassandra.CassandraConfig;
import dev.tidings.widecolumn.cassandra.CassandraEngine;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;

/** Opens the Tidings tables on a Cassandra that several processes of a run share. */
final class SharedCassandraTables {
    static final String KEYSPACE = "timed";

    private SharedCassandraTables() {}

    /** The address of the cluster as arguments for a child process. */
    static List<String> address(CassandraLab lab) {
        InetSocketAddress node = lab.contactPoints().get(0);
        return List.of(node.getHostString() + ":" + node.getPort(), lab.datacenter());
    }

    static Engine open(String node, String datacenter) {
        int colon = node.lastIndexOf(':');
        return CassandraEngine.open(
                CassandraConfig.of(
                        List.of(new InetSocketAddress(
                                node.substring(0, colon), Integer.parseInt(node.substring(colon + 1)))),
                        datacenter,
                        new CqlKeyspace(KEYSPACE, Map.of(datacenter, 1))),
                TidingsSchema.SCHEMA);
    }

    static Engine open(CassandraLab lab) {
        List<String> address = address(lab);
        return open(address.get(0), address.get(1));
    }
}
