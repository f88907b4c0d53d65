package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.lab.cassandra.SharedCassandra;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of wrong settings: the message names the setting, its value and the expectation. */
class MisconfigurationTest {
    private static final CqlKeyspace KEYSPACE = new CqlKeyspace("misconfigured", Map.of("datacenter1", 1));

    @Test
    void wrongAddress() throws IOException {
        int nobodysPort;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobodysPort = socket.getLocalPort();
        }
        InetSocketAddress nobody = new InetSocketAddress("127.0.0.1", nobodysPort);
        assertThatThrownBy(() -> CassandraEngine.open(
                        CassandraConfig.of(List.of(nobody), "datacenter1", KEYSPACE), Parcel.SCHEMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("setting contactPoints")
                .hasMessageContaining(String.valueOf(nobodysPort));
    }

    @Test
    void wrongDatacenter() {
        assertThatThrownBy(() -> CassandraEngine.open(
                        CassandraConfig.of(SharedCassandra.contactPoints(), "atlantis", KEYSPACE), Parcel.SCHEMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("setting datacenter: got 'atlantis'")
                .hasMessageContaining("datacenter1");
    }

    @Test
    void replicasInADatacenterThatIsNotThere() {
        CqlKeyspace elsewhere = new CqlKeyspace("misconfigured", Map.of("datacenter1", 1, "atlantis", 3));
        assertThatThrownBy(() -> CassandraEngine.open(
                        CassandraConfig.of(SharedCassandra.contactPoints(), "datacenter1", elsewhere), Parcel.SCHEMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("setting keyspace")
                .hasMessageContaining("atlantis");
    }
}
