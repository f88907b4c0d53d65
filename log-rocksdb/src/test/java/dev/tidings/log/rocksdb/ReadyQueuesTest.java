package dev.tidings.log.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.log.rocksdb.QueueSlot.HeldRecord;
import dev.tidings.log.rocksdb.QueueSlot.UnreadRecords;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of returning records: after a failed read the queue is as before, even if records were appended meanwhile. */
class ReadyQueuesTest {
    private static final LogEntry ENTRY = TestLogs.entry(0, "x");

    private final ReadyQueues queues = new ReadyQueues(new PayloadBudget(2 * HeldRecord.bytes(ENTRY)));

    @Test
    void partiallyFailedRead_leavesTheQueueUnchanged() throws Exception {
        // Two fit into memory, three stay on disk.
        publish(1, 5);
        List<QueueSlot> taken = queues.take(10, Duration.ZERO);
        assertThat(sequences(taken)).isEqualTo("1 2 (3 after 2)");
        publish(6, 1);
        UnreadRecords unread = (UnreadRecords) taken.get(2);
        // The third was read, the fourth was not.
        unread.queue().advanceTo(3);
        queues.putBackOnDisk(new UnreadRecords(unread.queue(), 2));
        queues.putBack(List.of((HeldRecord) taken.get(0), (HeldRecord) taken.get(1), new HeldRecord(3, ENTRY, false)));
        assertThat(sequences(queues.take(10, Duration.ZERO))).isEqualTo("1 2 3 (3 after 3)");
        assertThat(queues.take(10, Duration.ZERO)).isEmpty();
    }

    @Test
    void memoryBudget_isReleasedAndReused() throws Exception {
        publish(1, 2);
        assertThat(sequences(queues.take(10, Duration.ZERO))).isEqualTo("1 2");
        publish(3, 2);
        queues.putBack(List.of(new HeldRecord(2, ENTRY, true)));
        assertThat(sequences(queues.take(10, Duration.ZERO))).isEqualTo("2 3 4");
        publish(5, 3);
        assertThat(sequences(queues.take(10, Duration.ZERO))).isEqualTo("5 6 (1 after 6)");
    }

    private void publish(long first, int count) {
        queues.publish(new CommittedBatch(Stage.ROUTE, first, Collections.nCopies(count, ENTRY)), 0, 1);
    }

    private static String sequences(List<QueueSlot> slots) {
        StringBuilder text = new StringBuilder();
        for (QueueSlot slot : slots) {
            text.append(
                    slot instanceof UnreadRecords onDisk
                            ? " (" + onDisk.count() + " after " + onDisk.queue().position() + ")"
                            : " " + ((HeldRecord) slot).sequence());
        }
        return text.toString().strip();
    }
}
