package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Contract of partitions and their owners: an epoch never goes back, and what is refused to a former owner is handed out again under a
 * higher one. A log that loses no partition refuses nothing.
 */
abstract class OwnershipContract extends LogTheme {
    private static final int PARTITIONS = 8;
    private static final int RECORDS = 400;

    OwnershipContract(LogContract contract) {
        super(contract);
    }

    private static List<LogEntry> spread(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> entry(NORMAL, i % PARTITIONS, "a", "" + i))
                .toList();
    }

    @Test
    void epochs_neverGoBack() throws Exception {
        Map<Integer, Long> highest = new HashMap<>();
        for (int start = 0; start < 3; start++) {
            append(spread(0, RECORDS));
            LogConsumer consumer = consumer();
            for (int left = RECORDS; left > 0; ) {
                List<LogRecord> batch = pollSome(consumer, 50);
                for (LogRecord record : batch) {
                    Long before = highest.put(record.entry().partition(), record.epoch());
                    assertThat(record.epoch()).isGreaterThanOrEqualTo(before == null ? 0 : before);
                }
                left -= acknowledged(consumer, batch).size();
            }
            reopen();
        }
    }

    @Test
    void partitionsOfABatch_haveOneEpochEach() throws Exception {
        append(spread(0, RECORDS));
        LogConsumer consumer = consumer();
        for (int left = RECORDS; left > 0; ) {
            List<LogRecord> batch = pollSome(consumer, 50);
            Map<Integer, Long> epochs = new HashMap<>();
            for (LogRecord record : batch) {
                Long other = epochs.putIfAbsent(record.entry().partition(), record.epoch());
                assertThat(record.epoch()).isEqualTo(other == null ? record.epoch() : other);
            }
            left -= acknowledged(consumer, batch).size();
        }
    }

    /** Several consumers in turn, so that one may get what another has lost. */
    @Test
    void refusedRecords_comeAgainUnderAHigherEpoch() throws Exception {
        append(spread(0, RECORDS));
        List<LogConsumer> consumers = log.consumers(Stage.ROUTE, 3);
        Map<String, Long> refusedIn = new HashMap<>();
        List<String> done = new ArrayList<>();
        long end = System.nanoTime() + contract.pollTimeout().toNanos();
        for (int turn = 0; done.size() < RECORDS && System.nanoTime() < end; turn++) {
            LogConsumer consumer = consumers.get(turn % consumers.size());
            List<LogRecord> batch = consumer.poll(20, Duration.ZERO);
            batch.forEach(record -> {
                Long lost = refusedIn.get(text(record));
                assertThat(record.epoch()).isGreaterThan(lost == null ? -1 : lost);
            });
            List<LogRecord> refused = consumer.done();
            assertThat(batch).containsAll(refused);
            refused.forEach(record -> refusedIn.put(text(record), record.epoch()));
            batch.stream().filter(record -> !refused.contains(record)).forEach(record -> done.add(text(record)));
        }
        assertThat(done).as("each acknowledged once").containsExactlyInAnyOrderElementsOf(texts(0, RECORDS));
        for (LogConsumer consumer : consumers) {
            assertNothingLeft(consumer);
        }
    }

    @Test
    void refusedRecords_areNotHeld() throws Exception {
        append(spread(0, RECORDS));
        LogConsumer consumer = consumer();
        for (int left = RECORDS; left > 0; ) {
            List<LogRecord> batch = pollSome(consumer, 50);
            List<LogRecord> refused = consumer.done();
            assertThat(refused).noneMatch(record -> record.ownership().isHeld());
            left -= batch.size() - refused.size();
        }
    }
}
