package dev.tidings.lab.cassandra;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * The contact points and datacenter of a single Cassandra node that all tests of a JVM share, started on first use. Each test
 * creates a keyspace of its own. A test that stops, kills or configures a node must start its own {@link CassandraLab}; this
 * class offers no control of the node.
 */
public final class SharedCassandra {
    private SharedCassandra() {}

    public static List<InetSocketAddress> contactPoints() {
        return Holder.LAB.contactPoints();
    }

    public static String datacenter() {
        return Holder.LAB.datacenter();
    }

    /** Starts the node lazily, on class initialisation. */
    private static final class Holder {
        static final CassandraLab LAB =
                CassandraLab.start(CassandraOptions.nodes(1).disposable());

        static {
            // The node would end with this JVM anyway, but its folder would remain.
            Runtime.getRuntime().addShutdownHook(new Thread(LAB::close, "shared-cassandra-end"));
        }
    }
}
