package dev.tidings.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.testkit.LinesTable.Line;
import dev.tidings.testkit.hostile.HostileEngine;
import dev.tidings.testkit.hostile.HostileFaults;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Tests that a hostile engine really does what it is for, and nothing worse. */
class HostileEngineTest {
    private static final Schema SCHEMA = Schema.of("hostile", LinesTable.TABLE);
    private static final int SEEDS = 50;

    private final ModelEngine real = new ModelEngine(SCHEMA, InstantSource.system(), new HashMap<>());

    private HostileEngine hostile(HostileFaults faults, long seed) {
        return new HostileEngine(real, real::nextTime, faults, seed);
    }

    private static Batch toTwoPartitions(String suffix) {
        return Batch.acrossPartitions(List.of(
                LinesTable.line("a" + suffix, 1, "x").at(1),
                LinesTable.line("b" + suffix, 1, "x").at(1)));
    }

    private boolean isThere(String tenant) {
        return real.readOne(LinesTable.TABLE.select(LinesTable.ONE, tenant, 1L))
                .join()
                .isPresent();
    }

    @Test
    void partitionsOfABatch_areWrittenInAnyOrder() {
        Set<List<Object>> orders = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            List<Object> order = Collections.synchronizedList(new ArrayList<>());
            Engine recording = new ForwardingEngine(real) {
                @Override
                public CompletableFuture<Void> write(Batch batch) {
                    batch.writes().forEach(write -> order.add(write.values()[0]));
                    return super.write(batch);
                }
            };
            new HostileEngine(recording, real::nextTime, HostileFaults.HEALTHY, seed)
                    .write(toTwoPartitions("-order"))
                    .join();
            orders.add(List.copyOf(order));
        }
        assertThat(orders).containsExactlyInAnyOrder(List.of("a-order", "b-order"), List.of("b-order", "a-order"));
    }

    /** The delays follow from the seeds, and are much longer than the test. */
    @Test
    void noAnswer_isImmediate() {
        HostileFaults slow = new HostileFaults(Duration.ofDays(1), 0, 0, Duration.ZERO, Duration.ZERO);
        for (int seed = 0; seed < SEEDS; seed++) {
            HostileEngine engine = hostile(slow, seed);
            assertThat(engine.write(LinesTable.line("now", seed, "x"))).isNotDone();
            assertThat(engine.read(LinesTable.all("now"))).isNotDone();
        }
    }

    @Test
    void shortPages_leadToAllRows() {
        List<Write> lines = new ArrayList<>();
        for (int n = 0; n < 50; n++) {
            lines.add(LinesTable.line("pages", n, "x"));
        }
        real.write(Batch.samePartition(lines)).join();
        int pages = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            HostileEngine engine = hostile(HostileFaults.HEALTHY, seed);
            List<Long> found = new ArrayList<>();
            Optional<String> next = Optional.empty();
            do {
                Select<Line> select =
                        LinesTable.TABLE.select(LinesTable.ALL, "pages").limit(20);
                next.ifPresent(select::after);
                Page<Line> page = engine.read(select).join();
                page.rows().forEach(line -> found.add(line.n()));
                next = page.next();
                pages++;
            } while (next.isPresent());
            assertThat(found).hasSize(50).isSorted().doesNotHaveDuplicates();
        }
        assertThat(pages).as("more than full pages would be").isGreaterThan(3 * SEEDS);
    }

    @Test
    void unknownOutcome_isWrittenInPartOrLaterOrNever() {
        HostileFaults unknown = HostileFaults.HEALTHY.withUnknownOutcomes(1, Duration.ofMillis(20));
        Set<Integer> atFirst = new HashSet<>();
        Set<Integer> atLast = new HashSet<>();
        for (int seed = 0; seed < 2 * SEEDS; seed++) {
            String suffix = "-unknown-" + seed;
            HostileEngine engine = hostile(unknown, seed);
            assertThatThrownBy(() -> engine.write(toTwoPartitions(suffix)).join())
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_OUTCOME));
            atFirst.add(count(suffix));
            engine.awaitLateWrites();
            atLast.add(count(suffix));
        }
        assertThat(atFirst).containsExactlyInAnyOrder(0, 1, 2);
        assertThat(atLast).containsExactlyInAnyOrder(0, 1, 2);
    }

    private int count(String suffix) {
        return (isThere("a" + suffix) ? 1 : 0) + (isThere("b" + suffix) ? 1 : 0);
    }

    @Test
    void clocks_differ() {
        HostileFaults skewed = HostileFaults.HEALTHY.withClockSkew(Duration.ofSeconds(8));
        Set<String> last = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            HostileEngine engine = hostile(skewed, seed);
            engine.write(LinesTable.line("clocks", seed, "first")).join();
            engine.write(LinesTable.line("clocks", seed, "second")).join();
            last.add(real.readOne(LinesTable.TABLE.select(LinesTable.ONE, "clocks", (long) seed))
                    .join()
                    .orElseThrow()
                    .body());
        }
        assertThat(last).as("the later call does not always win").containsExactlyInAnyOrder("first", "second");
    }

    @Test
    void sameSeed_hasTheSameFates() {
        HostileFaults unknown = HostileFaults.HEALTHY.withUnknownOutcomes(0.5, Duration.ZERO);
        assertThat(outcomes(unknown, 7)).isEqualTo(outcomes(unknown, 7));
        assertThat(outcomes(unknown, 7)).isNotEqualTo(outcomes(unknown, 8));
    }

    private List<Boolean> outcomes(HostileFaults faults, long seed) {
        HostileEngine engine = hostile(faults, seed);
        List<Boolean> failed = new ArrayList<>();
        for (int n = 0; n < 40; n++) {
            failed.add(engine.write(LinesTable.line("fates", n, "x"))
                    .handle((done, failure) -> failure != null)
                    .join());
        }
        return failed;
    }
}
