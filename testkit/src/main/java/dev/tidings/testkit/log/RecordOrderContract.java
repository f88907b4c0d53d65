package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract of record order: per partition, by priority lane, and fair between tenants. */
abstract class RecordOrderContract extends LogTheme {
    private static final int PARTITIONS = 256;

    RecordOrderContract(LogContract contract) {
        super(contract);
    }

    @Test
    void aPartitionOfATenantComesInOrder() throws Exception {
        for (int i = 0; i < 500; i += 5) {
            append(numbered("a", i, i + 5));
            append(numbered("b", i, i + 5));
        }
        List<LogRecord> all = drain(consumer(), 1000);
        for (String tenant : List.of("a", "b")) {
            assertThat(texts(all.stream()
                            .filter(r -> r.entry().tenant().equals(tenant))
                            .toList()))
                    .isEqualTo(texts(0, 500));
        }
    }

    @Test
    void aMoreUrgentLaneOfATenantIsDrainedFirst() throws Exception {
        List<LogEntry> entries = new ArrayList<>();
        for (int i = 0; i < 400; i++) {
            Priority priority = Priority.values()[3 - i % 4];
            entries.add(entry(new Lane(Stage.ROUTE, priority), i % 5, "t" + i % 3, "" + i));
        }
        append(entries);
        LogConsumer consumer = consumer();
        Map<String, List<Priority>> polled = new HashMap<>();
        for (int left = 400; left > 0; ) {
            List<LogRecord> batch = acknowledged(consumer, pollSome(consumer, 7));
            left -= batch.size();
            batch.forEach(r -> polled.computeIfAbsent(r.entry().tenant(), tenant -> new ArrayList<>())
                    .add(r.entry().lane().priority()));
        }
        assertThat(polled).hasSize(3);
        assertThat(polled.values()).allSatisfy(lanes -> assertThat(lanes).isSorted());
    }

    @Test
    void batch_isOfOneLane() throws Exception {
        for (Priority priority : Priority.values()) {
            append(flood(priority, "all", 10));
            append(flood(priority, "only " + priority, 10));
        }
        LogConsumer consumer = consumer();
        for (int left = 80; left > 0; ) {
            List<LogRecord> batch = pollSome(consumer, 100);
            left -= acknowledged(consumer, batch).size();
            assertThat(batch.stream().map(r -> r.entry().lane()).distinct()).hasSize(1);
        }
    }

    @Test
    void anUrgentFloodLeavesOthersTheirShare() throws Exception {
        append(flood(Priority.CRITICAL, "a", 4000));
        append(flood(Priority.BULK, "b", 50));
        append(flood(Priority.NORMAL, "c", 50));
        assertEachHasItsShare();
    }

    @Test
    void urgentFloodLeavesShares_afterARestart() throws Exception {
        append(flood(Priority.CRITICAL, "a", 4000));
        append(flood(Priority.BULK, "b", 50));
        append(flood(Priority.NORMAL, "c", 50));
        reopen();
        assertEachHasItsShare();
    }

    /** With backlogs in these three lanes, eight of eleven records are critical; the test tolerates less exact shares. */
    private void assertEachHasItsShare() throws InterruptedException {
        Map<String, Integer> polled = polled(consumer(), 2000);
        assertThat(polled.get("b")).isEqualTo(50);
        assertThat(polled.get("c")).isEqualTo(50);
    }

    @Test
    void urgentLanes_getALargerShare() throws Exception {
        append(flood(Priority.BULK, "b", 2000));
        append(flood(Priority.CRITICAL, "a", 2000));
        Map<String, Integer> polled = polled(consumer(), 900);
        assertThat(polled.get("b")).isPositive();
        assertThat(polled.get("a")).isGreaterThan(3 * polled.get("b"));
    }

    @Test
    void smallTenant_doesNotWaitForFloods() throws Exception {
        append(flood(Priority.CRITICAL, "a", 3000));
        append(flood(Priority.BULK, "b", 3000));
        LogConsumer consumer = consumer();
        polled(consumer, 1000);
        for (Priority priority : Priority.values()) {
            append(entry(new Lane(Stage.ROUTE, priority), 7, "modest", "mine"));
            assertThat(polled(consumer, 150))
                    .as("%s among the next 150", priority)
                    .containsKey("modest");
        }
    }

    @Test
    void anUrgentRecordOvertakesABacklog() throws Exception {
        append(flood(Priority.BULK, "a", 1000));
        LogConsumer consumer = consumer();
        polled(consumer, 10);
        append(entry(new Lane(Stage.ROUTE, Priority.CRITICAL), 7, "a", "code"));
        assertThat(text(pollSome(consumer, 10).get(0))).isEqualTo("code");
    }

    @Test
    void urgentRecord_overtakesOtherTenantsBacklogs() throws Exception {
        append(flood(Priority.BULK, "a", 1000));
        append(flood(Priority.NORMAL, "b", 1000));
        LogConsumer consumer = consumer();
        polled(consumer, 100);
        append(entry(new Lane(Stage.ROUTE, Priority.CRITICAL), 7, "c", "code"));
        assertThat(text(pollSome(consumer, 10).get(0))).isEqualTo("code");
    }

    private static List<LogEntry> flood(Priority priority, String tenant, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> entry(new Lane(Stage.ROUTE, priority), i % 5, tenant, "" + i))
                .toList();
    }

    /** The number of records of each tenant among the next {@code count}. */
    private Map<String, Integer> polled(LogConsumer consumer, int count) throws InterruptedException {
        Map<String, Integer> byTenant = new HashMap<>();
        for (int left = count; left > 0; ) {
            List<LogRecord> batch = acknowledged(consumer, pollSome(consumer, Math.min(left, 10)));
            left -= batch.size();
            batch.forEach(r -> byTenant.merge(r.entry().tenant(), 1, Integer::sum));
        }
        return byTenant;
    }

    @Test
    void flood_doesNotStarveAnotherTenant() throws Exception {
        append(IntStream.range(0, 10_000)
                .mapToObj(i -> entry(NORMAL, i % PARTITIONS, "flood", "" + i))
                .toList());
        append(entry("patient", "mine"));
        LogConsumer consumer = consumer();
        List<LogRecord> soon = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            soon.addAll(pollSome(consumer, 512));
            consumer.done();
        }
        assertThat(soon).anyMatch(r -> r.entry().tenant().equals("patient"));
    }

    @Test
    void tenantsTakeTurnsFromPollToPoll() throws Exception {
        for (int tenant = 0; tenant < 5; tenant++) {
            append(numbered("t" + tenant, 0, 1000));
        }
        LogConsumer consumer = consumer();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            pollSome(consumer, 40).forEach(r -> seen.add(r.entry().tenant()));
            consumer.done();
        }
        assertThat(seen).hasSize(5);
    }

    @Test
    void stagesAreIndependent() throws Exception {
        append(entry(new Lane(Stage.EXPAND, Priority.CRITICAL), 7, "a", "list"), entry("a", "one"));
        LogConsumer routing = consumer();
        LogConsumer expanding = log.consumers(Stage.EXPAND, 1).get(0);
        assertThat(texts(drain(routing, 1))).containsExactly("one");
        assertNothingLeft(routing);
        assertThat(texts(drain(expanding, 1))).containsExactly("list");
        assertNothingLeft(expanding);
    }
}
