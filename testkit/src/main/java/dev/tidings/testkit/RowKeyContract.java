package dev.tidings.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.PairsTable.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Contract of row keys: any bytes up to the length limit are valid, and different keys never collide. */
abstract class RowKeyContract extends EngineTheme {
    RowKeyContract(EngineContract contract) {
        super(contract, "contract_key", PairsTable.TABLE);
    }

    @Test
    void partitionsNeverCollide() {
        List<Pair> pairs = new ArrayList<>();
        for (String a : PairsTable.AWKWARD) {
            for (String b : PairsTable.AWKWARD) {
                pairs.add(new Pair(tenant, a, b, "c", "d", "partition " + pairs.size()));
            }
        }
        assertDistinct(pairs);
        for (Pair pair : pairs) {
            assertThat(rows(PairsTable.TABLE.select(PairsTable.PARTITION, tenant, pair.a(), pair.b())))
                    .containsExactly(pair);
        }
    }

    @Test
    void rowsOfAPartitionNeverCollide() {
        List<Pair> pairs = new ArrayList<>();
        for (String c : PairsTable.AWKWARD) {
            for (String d : PairsTable.AWKWARD) {
                pairs.add(new Pair(tenant, "a", "b", c, d, "row " + pairs.size()));
            }
        }
        assertDistinct(pairs);
        pairs.sort((x, y) -> ValueOrder.ofKeys(PairsTable.TABLE)
                .compare(
                        new Object[] {x.tenant(), x.a(), x.b(), x.c(), x.d()},
                        new Object[] {y.tenant(), y.a(), y.b(), y.c(), y.d()}));
        assertThat(rows(PairsTable.TABLE
                        .select(PairsTable.PARTITION, tenant, "a", "b")
                        .limit(1_000)))
                .isEqualTo(pairs);
    }

    @Test
    void partitionAndClusteringKeysNeverMix() {
        assertDistinct(List.of(
                new Pair(tenant, "a", "b\0c", "", "", "1"),
                new Pair(tenant, "a\0b", "c", "", "", "2"),
                new Pair(tenant, "a", "b", "c", "", "3"),
                new Pair(tenant, "a", "b", "", "c", "4"),
                new Pair(tenant, "a", "bc", "", "", "5"),
                new Pair(tenant, "", "a", "b", "c", "6"),
                new Pair(tenant + "\0a", "", "b", "c", "", "7")));
    }

    /** A partition key may have 65,535 bytes, three of which Cassandra uses per column of a composite key. */
    @Test
    void partitionKeysAtTheLimit() {
        for (String filler : List.of("\0", "x", "ÿ")) {
            int room = 65_535 - 3 * 3 - tenant.length() - 1;
            String longest = filler.equals("ÿ") ? "ÿ".repeat(room / 2) : filler.repeat(room);
            assertDistinct(List.of(
                    new Pair(tenant, longest, "1", "c", "d", "long, one"),
                    new Pair(tenant, longest, "2", "c", "d", "long, two"),
                    new Pair(tenant, longest.substring(1), "2", "c", "d", "shorter")));
        }
    }

    @Test
    void clusteringKeysAtTheLimit() {
        String nuls = "\0".repeat(65_535);
        String letters = "x".repeat(65_534);
        assertDistinct(List.of(
                new Pair(tenant, "a", "b", nuls, "", "nuls"),
                new Pair(tenant, "a", "b", nuls.substring(1), "\0", "one moved"),
                new Pair(tenant, "a", "b", letters + "y", "", "y"),
                new Pair(tenant, "a", "b", letters + "z", "", "z")));
        assertThat(rows(PairsTable.TABLE.select(PairsTable.PARTITION, tenant, "a", "b")))
                .extracting(Pair::body)
                .containsExactlyInAnyOrder("nuls", "one moved", "y", "z");
    }

    private void assertDistinct(List<Pair> pairs) {
        List<CompletableFuture<Void>> inFlight = new ArrayList<>();
        for (Pair pair : pairs) {
            inFlight.add(engine.write(PairsTable.TABLE.upsert(pair)));
            if (inFlight.size() == 50) {
                awaitAll(inFlight);
                inFlight.clear();
            }
        }
        awaitAll(inFlight);
        for (Pair pair : pairs) {
            Optional<Pair> read =
                    one(PairsTable.TABLE.select(PairsTable.ONE, pair.tenant(), pair.a(), pair.b(), pair.c(), pair.d()));
            assertThat(read).contains(pair);
        }
    }
}
