package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.LaneBacklog;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contract of at-least-once delivery from the log to its consumers: records are redelivered until they are done, and not afterwards. */
abstract class DeliveryContract extends LogTheme {
    DeliveryContract(LogContract contract) {
        super(contract);
    }

    @Test
    void newRecords_areNotRedelivered() throws Exception {
        append(numbered("a", 0, 200));
        assertThat(drain(consumer(), 200)).noneMatch(LogRecord::redelivered);
    }

    @Test
    void doneRecords_areNotRedelivered() throws Exception {
        append(numbered("a", 0, 200));
        LogConsumer consumer = consumer();
        drain(consumer, 200);
        assertNothingLeft(consumer);
        append(numbered("a", 200, 210));
        assertThat(texts(drain(consumer, 10))).isEqualTo(texts(200, 210));
    }

    @Test
    void doneRecords_areNotRedeliveredAfterARestart() throws Exception {
        append(numbered("a", 0, 200));
        LogConsumer consumer = consumer();
        pollSome(consumer, 50);
        consumer.done();
        int left = Math.toIntExact(log.backlog(Stage.ROUTE));
        reopen();
        assertThat(texts(drain(consumer(), left))).isEqualTo(texts(200 - left, 200));
        reopen();
        assertNothingLeft(consumer());
    }

    @Test
    void openRecords_areRedeliveredAfterARestart() throws Exception {
        append(numbered("a", 0, 100));
        assertThat(pollSome(consumer(), 30)).isNotEmpty();
        reopen();
        List<LogRecord> all = drain(consumer(), 100);
        assertThat(texts(all)).isEqualTo(texts(0, 100));
        assertThat(all).as("may have been handed out before").allMatch(LogRecord::redelivered);
    }

    @Test
    void polledRecords_areDurable() throws Exception {
        LogConsumer consumer = consumer();
        var append = log.append(numbered("a", 0, 20));
        List<String> seen = texts(pollSome(consumer, 20));
        await(append);
        reopen();
        assertThat(texts(drain(consumer(), 20))).containsAll(seen);
    }

    @Test
    void again_redeliversTheSameBatch() throws Exception {
        append(numbered("a", 0, 100));
        append(numbered("b", 0, 100));
        LogConsumer consumer = consumer();
        List<LogRecord> first = pollSome(consumer, 60);
        consumer.redeliver();
        append(numbered("a", 100, 110));
        List<LogRecord> all = drain(consumer, 210);
        for (String tenant : List.of("a", "b")) {
            List<LogRecord> own =
                    all.stream().filter(r -> r.entry().tenant().equals(tenant)).toList();
            int before = (int) first.stream()
                    .filter(r -> r.entry().tenant().equals(tenant))
                    .count();
            assertThat(texts(own)).isEqualTo(texts(0, own.size()));
            assertThat(own.subList(0, before)).allMatch(LogRecord::redelivered);
            assertThat(own.subList(before, own.size())).noneMatch(LogRecord::redelivered);
        }
        assertNothingLeft(consumer);
    }

    @Test
    void again_canBeRepeated() throws Exception {
        append(numbered("a", 0, 10));
        LogConsumer consumer = consumer();
        for (int i = 0; i < 5; i++) {
            List<LogRecord> records = pollSome(consumer, 10);
            assertThat(texts(records)).isEqualTo(texts(0, records.size()));
            consumer.redeliver();
        }
        assertThat(texts(drain(consumer, 10))).isEqualTo(texts(0, 10));
    }

    @Test
    void recordsAfterARestart_followEarlierOnes() throws Exception {
        append(numbered("a", 0, 50));
        reopen();
        append(numbered("a", 50, 100));
        List<LogRecord> all = drain(consumer(), 100);
        assertThat(texts(all)).isEqualTo(texts(0, 100));
        assertThat(all.subList(0, 50)).allMatch(LogRecord::redelivered);
        assertThat(all.subList(50, 100)).noneMatch(LogRecord::redelivered);
    }

    @Test
    void backlogs_haveTheAgeOfTheOldestOpenRecord() throws Exception {
        assertThat(log.backlogs()).isEmpty();
        Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        append(numbered("a", 0, 3));
        append(numbered("b", 0, 2));
        LogConsumer consumer = consumer();
        pollSome(consumer, 1);

        LaneBacklog backlog = log.backlogs().get(NORMAL);

        assertThat(log.backlogs()).containsOnlyKeys(NORMAL);
        assertThat(backlog.records()).isEqualTo(5);
        // The clock of an engine may differ, and it may keep times to the second.
        assertThat(backlog.oldestAt())
                .isBetween(before.minusSeconds(5), Instant.now().plusSeconds(5));
        consumer.done();
        drain(consumer, 4);
        assertThat(log.backlogs()).isEmpty();
    }

    @Test
    void backlog_countsOpenRecords() throws Exception {
        assertThat(log.backlog(Stage.ROUTE)).isZero();
        append(numbered("a", 0, 100));
        append(numbered("b", 0, 20));
        assertThat(log.backlog(Stage.ROUTE)).isEqualTo(120);
        assertThat(log.backlog(Stage.EXPAND)).isZero();
        LogConsumer consumer = consumer();
        pollSome(consumer, 30);
        assertThat(log.backlog(Stage.ROUTE)).as("while they are out").isEqualTo(120);
        consumer.redeliver();
        assertThat(log.backlog(Stage.ROUTE)).as("as they come again").isEqualTo(120);
        int polled = pollSome(consumer, 30).size();
        consumer.done();
        assertThat(log.backlog(Stage.ROUTE)).isEqualTo(120 - polled);
        reopen();
        assertThat(log.backlog(Stage.ROUTE)).as("after the next start").isEqualTo(120 - polled);
        drain(consumer(), 120 - polled);
        assertThat(log.backlog(Stage.ROUTE)).isZero();
    }
}
