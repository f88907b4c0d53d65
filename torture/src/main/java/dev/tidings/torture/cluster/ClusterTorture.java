package dev.tidings.torture.cluster;

import dev.tidings.lab.cassandra.CassandraLab;
import dev.tidings.lab.cassandra.CassandraOptions;
import dev.tidings.torture.TortureCommand;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.cassandra.CassandraConfig;
import dev.tidings.widecolumn.cassandra.CassandraEngine;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/**
 * The run {@code torture cluster}: kills nodes of a three-node Cassandra cluster. Losing one node must not be noticed, losing two
 * must be reported as unavailable, and insert-if-absent must always have one winner.
 */
@Command(
        name = "cluster",
        description =
                "Kill nodes of a Cassandra cluster of three under load. With one down, nothing fails and nothing acked"
                        + " is lost; with two down, every write is refused as safe to retry; insert-if-absent has one"
                        + " winner.")
public final class ClusterTorture implements Callable<Integer> {
    private static final int NODES = 3;
    private static final int CYCLES = 3;
    private static final int QUICK_CYCLES = 1;
    private static final int RACES = 500;
    /** More than any part of the run writes, so that each part has its own range of numbers. */
    private static final long NUMBERS_PER_PART = 1_000_000_000L;
    /** Allows for a busy machine that runs three servers at once. */
    private static final Duration START_LIMIT = Duration.ofMinutes(4);

    @ParentCommand
    private TortureCommand how;

    @Option(
            names = "--ack-early",
            description =
                    "Break it on purpose: count writes as acked before they are. The run must then find losses and"
                            + " fail.")
    private boolean ackEarly;

    @Override
    public Integer call() throws Exception {
        long seed = how.seed().orElseGet(() -> new Random().nextLong());
        int cycles = how.quick() ? QUICK_CYCLES : CYCLES;
        ClusterReport verdict = new ClusterReport();
        try (CassandraLab lab = CassandraLab.start(CassandraOptions.nodes(NODES).startTimeout(START_LIMIT));
                Engine engine = CassandraEngine.open(config(lab), ClusterTables.SCHEMA);
                Engine another = CassandraEngine.open(config(lab), ClusterTables.SCHEMA);
                Engine impatient = CassandraEngine.open(
                        config(lab).withRetryTimeout(Duration.ofSeconds(3)), ClusterTables.SCHEMA)) {
            torture(lab, engine, another, impatient, cycles, new Random(seed), verdict);
        }
        System.out.println(how.json() ? verdict.json(cycles, seed) : verdict.text(cycles, seed));
        return verdict.met() ? 0 : 1;
    }

    private void torture(
            CassandraLab lab,
            Engine engine,
            Engine another,
            Engine impatient,
            int cycles,
            Random random,
            ClusterReport verdict)
            throws InterruptedException {
        Duration outage = Duration.ofSeconds(how.quick() ? 15 : 60);
        OneNodeDown oneDown = new OneNodeDown(lab, engine, outage, ackEarly, verdict);
        int firstVictim = random.nextInt(NODES);
        for (int cycle = 0; cycle < cycles; cycle++) {
            oneDown.cycle(cycle * NUMBERS_PER_PART, (firstVictim + cycle) % NODES, 1000 + random.nextInt(2000));
        }
        // By default a node is considered dead after about ten seconds of silence.
        new TwoNodesDown(lab, impatient, engine, ackEarly, verdict)
                .run(cycles * NUMBERS_PER_PART, random.nextInt(NODES), Duration.ofSeconds(how.quick() ? 25 : 40));
        new InsertRaces(lab, List.of(engine, another), verdict).run(RACES, random.nextInt(NODES));
        new ReadBack(engine, verdict).verifyAll(oneDown.everAcked(), "at the end");
    }

    private static CassandraConfig config(CassandraLab lab) {
        return CassandraConfig.of(
                lab.contactPoints(), lab.datacenter(), new CqlKeyspace("torture", Map.of(lab.datacenter(), NODES)));
    }
}
