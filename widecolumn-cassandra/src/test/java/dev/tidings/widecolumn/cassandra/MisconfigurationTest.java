package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.lab.cassandra.SharedCassandra;
import dev.tidings.testkit.HeldPort;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of wrong settings: the message names the setting, its value and the expectation. */
class MisconfigurationTest {
    private static final CqlKeyspace KEYSPACE = new CqlKeyspace("misconfigured", Map.of("datacenter1", 1));

    @Test
    void wrongAddress() {
        try (HeldPort port = HeldPort.any()) {
            InetSocketAddress nobody = new InetSocketAddress("127.0.0.1", port.number());
            assertThatThrownBy(() -> CassandraEngine.open(
                            CassandraConfig.of(List.of(nobody), "datacenter1", KEYSPACE), Parcel.SCHEMA))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("setting contactPoints")
                    .hasMessageContaining(String.valueOf(port.number()));
        }
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
