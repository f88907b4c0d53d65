package dev.tidings.lab.cassandra;

import java.net.InetSocketAddress;
import java.util.List;

/**
 * One node for all tests of a JVM, started by the first that asks. Tests keep out of each other's way by using keyspaces of their own.
 * A test that stops, kills or configures a node starts a {@link CassandraLab} for itself; that is why there is no way to do so here.
 */
public final class SharedCassandra {
    private SharedCassandra() {}

    public static List<InetSocketAddress> contactPoints() {
        return Holder.LAB.contactPoints();
    }

    public static String datacenter() {
        return Holder.LAB.datacenter();
    }

    private static final class Holder {
        static final CassandraLab LAB = CassandraLab.start(CassandraOptions.nodes(1));

        static {
            // The node would end with this JVM anyway; its folder would not.
            Runtime.getRuntime().addShutdownHook(new Thread(LAB::close, "shared-cassandra-end"));
        }
    }
}
