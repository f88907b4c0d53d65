package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.testkit.hostile.HostileLog;
import dev.tidings.testkit.hostile.HostileLogFaults;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that a hostile log really does what it is for, and nothing worse. */
class HostileLogTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int SEEDS = 50;
    /** A seed with which some of the partitions of the first batch move, and others stay. */
    private static final long PARTIAL = 2;

    private static HostileLog log(HostileLogFaults faults, long seed) {
        return new HostileLog(new ModelLog(new ModelLog.Disk(), LogContract.Limits.WIDE, LogBug.NONE), faults, seed);
    }

    /** Entries of even partitions, which the model assigns to the first of two consumers. */
    private static List<LogEntry> entries(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new LogEntry(
                        new Lane(Stage.ROUTE, Priority.NORMAL),
                        2 * (i % 4),
                        "a",
                        ("" + i).getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    private static List<LogRecord> poll(LogConsumer consumer) throws InterruptedException {
        List<LogRecord> records = consumer.poll(100, TIMEOUT);
        assertThat(records).isNotEmpty();
        return records;
    }

    @Test
    void formerOwner_goesFirst() throws Exception {
        HostileLog log = log(HostileLogFaults.NONE.withFormerFirst(1), PARTIAL);
        log.append(entries(20)).join();
        List<LogConsumer> consumers = log.consumers(Stage.ROUTE, 2);
        List<LogRecord> former = poll(consumers.get(0));
        assertThat(former).hasSize(20).allMatch(record -> record.ownership().isHeld());
        List<LogRecord> refused = consumers.get(0).done();
        assertThat(refused).hasSizeBetween(1, 19);
        List<LogRecord> next = poll(consumers.get(1));
        assertThat(LogTheme.texts(next)).isEqualTo(LogTheme.texts(refused));
        assertThat(refused).noneMatch(record -> record.ownership().isHeld());
        assertThat(next)
                .allMatch(LogRecord::redelivered)
                .allMatch(record -> record.ownership().isHeld());
        assertThat(next.get(0).epoch()).isGreaterThan(refused.get(0).epoch());
        assertThat(log.backlog(Stage.ROUTE)).isEqualTo(20);
        assertThat(consumers.get(1).done()).isEmpty();
        assertThat(log.backlog(Stage.ROUTE)).isZero();
    }

    @Test
    void formerOwner_wakesUpLast() throws Exception {
        HostileLog log = log(HostileLogFaults.NONE.withFormerLast(1), PARTIAL);
        log.append(entries(20)).join();
        List<LogConsumer> consumers = log.consumers(Stage.ROUTE, 2);
        CompletableFuture<List<LogRecord>> asleep = LogTheme.start(() -> poll(consumers.get(0)));
        List<LogRecord> next = poll(consumers.get(1));
        assertThat(next).hasSizeLessThan(20);
        assertThat(asleep).isNotDone();
        assertThat(consumers.get(1).done()).isEmpty();
        List<LogRecord> former = LogTheme.await(asleep);
        assertThat(LogTheme.texts(former)).hasSize(20).containsAll(LogTheme.texts(next));
        assertThat(former.stream().filter(record -> !record.ownership().isHeld()))
                .hasSameSizeAs(next)
                .allMatch(record -> !record.redelivered());
        assertThat(log.backlog(Stage.ROUTE)).as("a former owner is working").isPositive();
        assertThat(LogTheme.texts(consumers.get(0).done())).isEqualTo(LogTheme.texts(next));
        assertThat(log.backlog(Stage.ROUTE)).isZero();
    }

    @Test
    void formerOwner_wakesUpWithNothingLeft() throws Exception {
        HostileLog log = log(HostileLogFaults.NONE.withFormerLast(1), PARTIAL);
        log.append(entries(1)).join();
        List<LogConsumer> consumers = log.consumers(Stage.ROUTE, 2);
        CompletableFuture<List<LogRecord>> asleep = LogTheme.start(() -> poll(consumers.get(0)));
        poll(consumers.get(1));
        consumers.get(1).done();
        List<LogRecord> former = LogTheme.await(asleep);
        assertThat(consumers.get(0).done()).isEqualTo(former);
        assertThat(log.backlog(Stage.ROUTE)).isZero();
    }

    @Test
    void bothOwners_goOnAtOnce() throws Exception {
        HostileLog log = log(HostileLogFaults.NONE.withBothAtOnce(1), PARTIAL);
        log.append(entries(20)).join();
        List<LogConsumer> consumers = log.consumers(Stage.ROUTE, 2);
        List<LogRecord> former = poll(consumers.get(0));
        List<LogRecord> next = poll(consumers.get(1));
        assertThat(LogTheme.texts(former)).containsAll(LogTheme.texts(next));
        assertThat(LogTheme.texts(consumers.get(0).done())).isEqualTo(LogTheme.texts(next));
        assertThat(consumers.get(1).done()).isEmpty();
        assertThat(log.backlog(Stage.ROUTE)).isZero();
    }

    @Test
    void formerOwner_parksNothing() throws Exception {
        HostileLog log = log(HostileLogFaults.NONE.withBothAtOnce(1), PARTIAL);
        log.append(entries(1)).join();
        List<LogConsumer> consumers = log.consumers(Stage.ROUTE, 2);
        consumers.get(0).park(poll(consumers.get(0)).get(0));
        consumers.get(0).done();
        assertThat(log.backlog(Stage.ROUTE)).isEqualTo(1);
        consumers.get(1).park(poll(consumers.get(1)).get(0));
        consumers.get(1).done();
        assertThat(log.backlog(Stage.ROUTE)).isZero();
    }

    @Test
    void formerOwner_returnsNothing() throws Exception {
        HostileLog log = log(HostileLogFaults.NONE.withBothAtOnce(1), PARTIAL);
        log.append(entries(20)).join();
        List<LogConsumer> consumers = log.consumers(Stage.ROUTE, 2);
        List<LogRecord> former = poll(consumers.get(0));
        List<LogRecord> next = poll(consumers.get(1));
        consumers.get(0).redeliver();
        assertThat(consumers.get(1).done()).isEmpty();
        assertThat(next).hasSizeLessThan(former.size());
        List<LogRecord> again = poll(consumers.get(0));
        assertThat(again).hasSize(former.size() - next.size()).allMatch(LogRecord::redelivered);
        assertThat(LogTheme.texts(again)).doesNotContainAnyElementsOf(LogTheme.texts(next));
    }

    @Test
    void move_maybeUnmarkedOrUnnoticed() throws Exception {
        HostileLog log =
                log(HostileLogFaults.NONE.withBothAtOnce(1).withUnmarked(1).withUnnoticed(1), PARTIAL);
        log.append(entries(20)).join();
        List<LogConsumer> consumers = log.consumers(Stage.ROUTE, 2);
        List<LogRecord> former = poll(consumers.get(0));
        assertThat(poll(consumers.get(1))).noneMatch(LogRecord::redelivered);
        assertThat(former).allMatch(record -> record.ownership().isHeld());
        assertThat(consumers.get(0).done())
                .isNotEmpty()
                .noneMatch(record -> record.ownership().isHeld());
    }

    @Test
    void unknownAppend_standsInPartOrNot() throws Exception {
        Set<Long> appended = new HashSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            HostileLog log = log(HostileLogFaults.NONE.withUnknownAppends(1), seed);
            assertThatThrownBy(() -> LogTheme.await(log.append(entries(2))))
                    .isInstanceOfSatisfying(
                            LogException.class, e -> assertThat(e.reason()).isEqualTo(LogException.Reason.FAILED));
            appended.add(log.backlog(Stage.ROUTE));
        }
        assertThat(appended).containsExactlyInAnyOrder(0L, 1L, 2L);
    }

    @Test
    void sameSeed_hasTheSameFates() throws Exception {
        assertThat(refusals(7)).isEqualTo(refusals(7)).isNotEqualTo(refusals(8));
    }

    private static List<String> refusals(long seed) throws InterruptedException {
        HostileLog log = log(HostileLogFaults.NONE.withFormerFirst(0.5), seed);
        LogConsumer consumer = log.consumers(Stage.ROUTE, 1).get(0);
        List<String> refused = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            log.append(entries(8)).join();
            poll(consumer);
            refused.addAll(LogTheme.texts(consumer.done()));
        }
        return refused;
    }
}
