package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.lab.cassandra.CassandraOptions;
import dev.tidings.widecolumn.Futures;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Tests on three nodes, some of them down. They run in order, because each leaves the cluster with one node less; {@code
 * ./tidings torture cluster} also restarts nodes, and runs longer.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterTest {
    private static final Instant SENT = Instant.ofEpochMilli(System.currentTimeMillis());
    private static final int WRITES = 2000;

    private static CassandraLab lab;
    private static CassandraConfig config;

    @BeforeAll
    static void start() {
        lab = CassandraLab.start(CassandraOptions.nodes(3).disposable());
        config = CassandraConfig.of(
                lab.contactPoints(), lab.datacenter(), new CqlKeyspace("cluster", Map.of(lab.datacenter(), 3)));
    }

    @AfterAll
    static void stop() {
        lab.close();
    }

    @Test
    @Order(0)
    void concurrentSetupOfANewKeyspace_succeeds() {
        CassandraConfig shared = CassandraConfig.of(
                lab.contactPoints(), lab.datacenter(), new CqlKeyspace("opened_at_once", Map.of(lab.datacenter(), 3)));
        List<CompletableFuture<Void>> openers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            String owner = "opener" + i;
            openers.add(CompletableFuture.runAsync(() -> {
                try (CassandraEngine engine = CassandraEngine.open(shared, Parcel.SCHEMA)) {
                    engine.write(Parcel.TABLE.upsert(Parcel.of(owner, SENT, "mine")))
                            .join();
                    assertThat(engine.readOne(Parcel.TABLE.select(Parcel.ONE, owner, SENT))
                                    .join())
                            .contains(Parcel.of(owner, SENT, "mine"));
                }
            }));
        }
        openers.forEach(CompletableFuture::join);
    }

    @Test
    @Order(1)
    void lossOfOneNode_isInvisibleToCallers() {
        try (CassandraEngine engine = CassandraEngine.open(config, Parcel.SCHEMA)) {
            List<CompletableFuture<Void>> answers = new ArrayList<>();
            for (int i = 0; i < WRITES; i++) {
                if (i == WRITES / 4) {
                    lab.node(2).kill();
                }
                answers.add(engine.write(Parcel.TABLE.upsert(Parcel.of("owner" + i, SENT, "parcel " + i))));
                if (i >= 100) {
                    answers.get(i - 100).join();
                }
            }
            answers.forEach(CompletableFuture::join);
            for (int i = 0; i < WRITES; i += 10) {
                assertThat(engine.readOne(Parcel.TABLE.select(Parcel.ONE, "owner" + i, SENT))
                                .join())
                        .as("parcel %d", i)
                        .contains(Parcel.of("owner" + i, SENT, "parcel " + i));
            }
        }
    }

    @Test
    @Order(2)
    void insertIfAbsentHasOneWinnerWithANodeDown() {
        try (CassandraEngine engine = CassandraEngine.open(config, Parcel.SCHEMA)) {
            for (int race = 0; race < 20; race++) {
                List<CompletableFuture<Boolean>> runners = new ArrayList<>();
                for (int runner = 0; runner < 8; runner++) {
                    Parcel parcel = Parcel.of("race" + race, SENT, "runner " + runner);
                    runners.add(engine.insertIfAbsent(Parcel.TABLE, parcel).thenApply(outcome -> outcome.inserted()));
                }
                assertThat(runners.stream().filter(CompletableFuture::join))
                        .as("race %d", race)
                        .hasSize(1);
            }
        }
    }

    @Test
    @Order(3)
    void withTwoNodesDownEveryWriteIsRefusedAsUnavailable() {
        try (CassandraEngine engine =
                CassandraEngine.open(config.withRetryTimeout(Duration.ofSeconds(3)), Parcel.SCHEMA)) {
            lab.node(1).kill();
            List<CompletableFuture<Throwable>> failures = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                failures.add(engine.write(Parcel.TABLE.upsert(Parcel.of("refused" + i, SENT, "never")))
                        .handle((ok, failure) -> failure == null ? null : Futures.unwrap(failure)));
            }
            assertThat(failures).allSatisfy(answer -> {
                assertThat(answer.join()).isInstanceOf(StoreException.class);
                StoreException failure = (StoreException) answer.join();
                assertThat(failure.reason()).isEqualTo(Reason.UNAVAILABLE);
                assertThat(failure.retrySafe()).isTrue();
                assertThat(failure).hasMessageContaining("unavailable, a retry is safe");
            });
        }
    }
}
