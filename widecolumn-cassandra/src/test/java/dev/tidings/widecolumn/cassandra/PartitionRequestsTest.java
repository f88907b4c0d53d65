package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.tidings.widecolumn.Write;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that the requests of a batch have one partition each, and a bounded size. */
class PartitionRequestsTest {
    private static final Instant SENT = Instant.parse("2026-11-15T12:30:00Z");

    private final PartitionRequests requests = new PartitionRequests();
    private int added;

    private void add(String owner, int labelLength) {
        Write write = Parcel.TABLE.upsert(Parcel.of(owner, SENT.plusMillis(added), "x".repeat(labelLength)));
        requests.of(write).add(SimpleStatement.newInstance("statement " + added++));
    }

    private List<Integer> sizes() {
        return requests.all().stream().map(List::size).toList();
    }

    @Test
    void partitions_haveARequestEach() {
        List.of("ann", "bob", "ann", "bob", "cid").forEach(owner -> add(owner, 10));
        assertThat(sizes()).containsExactly(2, 2, 1);
    }

    @Test
    void manyWritesOfOnePartition_areDivided() {
        for (int i = 0; i < 2 * PartitionRequests.MAX_WRITES + 1; i++) {
            add("ann", 1);
        }
        assertThat(sizes()).containsExactly(PartitionRequests.MAX_WRITES, PartitionRequests.MAX_WRITES, 1);
    }

    @Test
    void largeWritesOfOnePartition_areDivided() {
        for (int i = 0; i < 5; i++) {
            add("ann", 80_000);
        }
        assertThat(sizes()).containsExactly(2, 2, 1);
    }

    @Test
    void writeBeyondTheLimit_isSentAlone() {
        add("ann", 10);
        add("ann", 1_000_000);
        add("ann", 10);
        assertThat(sizes()).containsExactly(1, 1, 1);
    }
}
