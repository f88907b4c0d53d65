package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.log.rocksdb.QueueSlot.HeldRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of the exact order of weighted fair queueing. */
class FairQueueTest {
    private final FairQueue fairQueue = new FairQueue(new PayloadBudget(Long.MAX_VALUE));
    private long sequence;

    @Test
    void floods_shareByWeight() {
        for (Priority priority : Priority.values()) {
            add(priority, priority.name(), 20_000);
        }
        Map<String, Integer> taken = new HashMap<>();
        for (int i = 0; i < 1500; i++) {
            take(10).forEach(tenant -> taken.merge(tenant, 1, Integer::sum));
        }
        assertThat(taken).isEqualTo(Map.of("CRITICAL", 8000, "HIGH", 4000, "NORMAL", 2000, "BULK", 1000));
    }

    @Test
    void idleLane_savesUpNoCredit() {
        add(Priority.BULK, "bulk", 10_000);
        for (int i = 0; i < 100; i++) {
            take(10);
        }
        add(Priority.CRITICAL, "critical", 10_000);
        // Of two that are level, the more urgent one.
        assertThat(tenants(19, 10)).isEqualTo("critical*9 bulk critical*8 bulk");
    }

    @Test
    void recordOfAnotherTenant_isNextDespiteAFlood() {
        add(Priority.CRITICAL, "flood", 10_000);
        add(Priority.BULK, "bulk", 10_000);
        tenants(12, 10);
        for (int i = 0; i < 5; i++) {
            add(Priority.NORMAL, "modest", 1);
            assertThat(tenants(2, 10)).contains("modest");
        }
    }

    @Test
    void newTenant_goesAheadOnceThenWaitsItsTurn() {
        add(Priority.NORMAL, "a", 100);
        add(Priority.NORMAL, "b", 100);
        add(Priority.NORMAL, "c", 100);
        assertThat(tenants(4, 1)).isEqualTo("a b c a");
        add(Priority.NORMAL, "new", 1);
        assertThat(tenants(1, 1)).isEqualTo("new");
        add(Priority.NORMAL, "new", 1);
        assertThat(tenants(5, 1)).isEqualTo("b c a new b");
    }

    /** Otherwise urgent records in between would send a tenant to the end of the round-robin order each time. */
    @Test
    void turnInALane_isKeptWhileUrgentRecordsComeFirst() {
        add(Priority.BULK, "a", 100);
        add(Priority.BULK, "b", 100);
        add(Priority.BULK, "c", 100);
        tenants(3, 1);
        int bulk = 0;
        for (int i = 0; i < 40; i++) {
            add(Priority.CRITICAL, "c", 1);
            assertThat(tenants(1, 1)).isEqualTo("c");
            bulk += tenants(1, 1).equals("c") ? 1 : 0;
        }
        assertThat(bulk).isBetween(12, 14);
    }

    @Test
    void drainedTenants_areForgotten() {
        for (int i = 0; i < 100; i++) {
            add(Priority.NORMAL, "t" + i, 3);
        }
        assertThat(take(300)).hasSize(300);
        assertThat(fairQueue.isEmpty()).isTrue();
        assertThat(take(10)).isEmpty();
    }

    private void add(Priority priority, String tenant, int count) {
        LogEntry entry = new LogEntry(new Lane(Stage.ROUTE, priority), 7, tenant, new byte[0]);
        TenantLanes lanes = fairQueue.tenant(tenant);
        TenantQueue queue = lanes.lane(priority).queue(LogKey.QueueKey.of(entry), sequence);
        for (int i = 0; i < count; i++) {
            queue.add(++sequence, entry);
        }
        fairQueue.reposition(lanes);
    }

    private List<String> take(int max) {
        List<QueueSlot> slots = new ArrayList<>();
        fairQueue.take(max, max, slots);
        return slots.stream().map(slot -> ((HeldRecord) slot).entry().tenant()).toList();
    }

    /** The tenants of the next batches, runs abbreviated. */
    private String tenants(int batches, int max) {
        List<String> text = new ArrayList<>();
        String last = null;
        int times = 0;
        for (int i = 0; i <= batches; i++) {
            String next = i == batches
                    ? null
                    : String.join("+", take(max).stream().distinct().toList());
            if (last != null && !last.equals(next)) {
                text.add(times == 1 ? last : last + "*" + times);
                times = 0;
            }
            last = next;
            times++;
        }
        return String.join(" ", text);
    }
}
