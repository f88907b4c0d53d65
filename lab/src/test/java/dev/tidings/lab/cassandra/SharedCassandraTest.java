package dev.tidings.lab.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests that all tests of a JVM share one node. */
class SharedCassandraTest {
    @Test
    void everyoneGetsTheSameNode() throws IOException {
        InetSocketAddress address = SharedCassandra.contactPoints().get(0);
        assertThat(SharedCassandra.contactPoints()).containsExactly(address);
        assertThat(SharedCassandra.datacenter()).isEqualTo("datacenter1");
        try (CqlProbe cql = CqlProbe.connect(address, false, Duration.ofSeconds(10))) {
            assertThat(cql.login("anyone", "anything")).isTrue();
        }
    }
}
