package dev.tidings.testkit;

import static dev.tidings.testkit.DocsTable.doc;
import static dev.tidings.testkit.DocsTable.row;
import static dev.tidings.testkit.LinesTable.line;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.testkit.LinesTable.Line;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Write;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Contract of batches: atomic within one partition; across partitions all writes are applied. */
abstract class BatchContract extends EngineTheme {
    private static final int ROUNDS = 300;
    /** A bound for readers that are much faster than the writer. */
    private static final int MAX_READS = 20_000;

    private static final int LARGE_ROWS = 40;

    BatchContract(EngineContract contract) {
        super(contract, "contract_batch", LinesTable.TABLE, DocsTable.TABLE);
    }

    @Test
    void allOfABatchIsThere() {
        List<Write> writes = new ArrayList<>();
        for (long n = 0; n < 100; n++) {
            writes.add(line(tenant, n, "line"));
        }
        await(engine.write(Batch.samePartition(writes)));
        assertThat(rows(LinesTable.all(tenant))).hasSize(100);
    }

    @Test
    void writesToOneRowAreMerged() {
        await(engine.write(Batch.samePartition(List.of(
                doc(tenant, "a").set(DocsTable.TITLE, "title"),
                doc(tenant, "a").set(DocsTable.STARS, 1),
                doc(tenant, "b").set(DocsTable.STARS, 2)))));
        assertThat(rows(DocsTable.TABLE.select(DocsTable.ALL, tenant)))
                .containsExactly(row(tenant, "a", "title", 1), row(tenant, "b", null, 2));
    }

    @Test
    void writeTimesDecideNotTheOrderInTheBatch() {
        await(engine.write(Batch.samePartition(List.of(
                doc(tenant, "a").set(DocsTable.TITLE, "late").at(20),
                doc(tenant, "a").set(DocsTable.TITLE, "early").at(10),
                doc(tenant, "b").set(DocsTable.TITLE, "kept").at(20),
                DocsTable.TABLE.delete(tenant, "b").at(10),
                DocsTable.TABLE.delete(tenant, "c").at(20),
                doc(tenant, "c").set(DocsTable.TITLE, "gone").at(20)))));
        assertThat(rows(DocsTable.TABLE.select(DocsTable.ALL, tenant)))
                .containsExactly(row(tenant, "a", "late", null), row(tenant, "b", "kept", null));
    }

    @Test
    void aBatchComesAfterEarlierWritesAndBeforeLaterOnes() {
        write(line(tenant, 1, "before"), line(tenant, 2, "before"));
        await(engine.write(
                Batch.samePartition(List.of(line(tenant, 1, "batch"), LinesTable.TABLE.delete(tenant, 2L)))));
        assertThat(rows(LinesTable.all(tenant))).containsExactly(new Line(tenant, 1, "batch"));
        write(line(tenant, 2, "after"));
        assertThat(rows(LinesTable.all(tenant))).extracting(Line::body).containsExactly("batch", "after");
    }

    @Test
    void batchAcrossPartitionsAndTables_isApplied() {
        List<Write> writes = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            writes.add(line(tenant + i, i, "line"));
            writes.add(doc(tenant + i, "doc").set(DocsTable.STARS, i));
        }
        await(engine.write(Batch.acrossPartitions(writes)));
        for (int i = 0; i < 25; i++) {
            assertThat(rows(LinesTable.all(tenant + i))).containsExactly(new Line(tenant + i, i, "line"));
            assertThat(one(DocsTable.one(tenant + i, "doc"))).contains(row(tenant + i, "doc", null, i));
        }
    }

    @Test
    void largestAtomicBatches_areApplied() {
        String body = "\u20ac".repeat(Batch.MAX_ATOMIC_BYTES / 3 / 8 - 100);
        List<Write> large = new ArrayList<>();
        for (long n = 0; n < 8; n++) {
            large.add(line(tenant, n, body));
        }
        await(engine.write(Batch.samePartition(large)));
        assertThat(rows(LinesTable.all(tenant))).hasSize(8);
        List<Write> many = new ArrayList<>();
        for (long n = 0; n < Batch.MAX_ATOMIC_WRITES; n++) {
            many.add(line(tenant + "-many", n, "x"));
        }
        await(engine.write(Batch.samePartition(many)));
        assertThat(rows(LinesTable.all(tenant + "-many"))).hasSize(Batch.MAX_ATOMIC_WRITES);
    }

    /** More than Cassandra takes as one request, in one of the partitions. */
    @Test
    void largeBatchAcrossPartitions_isApplied() {
        String body = "x".repeat(500_000);
        List<Write> writes = new ArrayList<>();
        for (long n = 0; n < LARGE_ROWS; n++) {
            writes.add(line(tenant, n, body));
        }
        writes.add(line(tenant + "-other", 0, "small"));
        await(engine.write(Batch.acrossPartitions(writes)));
        assertThat(rows(LinesTable.all(tenant))).hasSize(LARGE_ROWS);
        assertThat(rows(LinesTable.all(tenant + "-other"))).hasSize(1);
    }

    @Test
    void repeatingABatchWithItsTimesChangesNothing() {
        Batch batch = Batch.acrossPartitions(List.of(
                doc(tenant, "a").set(DocsTable.TITLE, "once").at(10),
                DocsTable.TABLE.delete(tenant, "b").at(10)));
        await(engine.write(batch));
        write(doc(tenant, "a").set(DocsTable.TITLE, "changed").at(20));
        await(engine.write(batch));
        assertThat(rows(DocsTable.TABLE.select(DocsTable.ALL, tenant)))
                .containsExactly(row(tenant, "a", "changed", null));
    }

    @Test
    void aReaderNeverSeesHalfOfABatch() {
        writeRound(0);
        watch(this::writeRound, () -> {
            Set<String> bodies = new HashSet<>();
            rows(LinesTable.all(tenant)).forEach(line -> bodies.add(line.body()));
            assertThat(bodies).as("rounds seen in one read").hasSize(1);
        });
        assertThat(rows(LinesTable.all(tenant))).extracting(Line::body).containsOnly("round " + ROUNDS);
    }

    @Test
    void movedRow_isNeverSeenTwiceOrNotAtAll() {
        write(line(tenant, 0, "moving"));
        watch(
                round -> await(engine.write(Batch.samePartition(
                        List.of(LinesTable.TABLE.delete(tenant, round - 1L), line(tenant, round, "moving"))))),
                () -> assertThat(rows(LinesTable.all(tenant)))
                        .as("the row that moves")
                        .hasSize(1));
    }

    private void writeRound(int round) {
        List<Write> writes = new ArrayList<>();
        for (long n = 0; n < 5; n++) {
            writes.add(line(tenant, n, "round " + round));
        }
        await(engine.write(Batch.samePartition(writes)));
    }

    /** One round of the writer. */
    private interface Round {
        void write(int round);
    }

    /** Runs one writer thread and two reader threads. */
    private void watch(Round writer, Runnable reader) {
        AtomicBoolean done = new AtomicBoolean();
        together(3, index -> {
            if (index > 0) {
                for (int i = 0; i < MAX_READS && !done.get(); i++) {
                    reader.run();
                }
                return null;
            }
            try {
                for (int round = 1; round <= ROUNDS; round++) {
                    writer.write(round);
                }
            } finally {
                done.set(true);
            }
            return null;
        });
    }
}
