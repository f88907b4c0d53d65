package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract of a log that one process uses alone: new records are known to be new, and none is handed out twice. */
abstract class ExactDeliveryContract extends LogTheme {
    private static final int PARTITIONS = 256;

    ExactDeliveryContract(LogContract contract) {
        super(contract);
    }

    @Test
    void newRecords_areNotRedelivered() throws Exception {
        append(numbered("a", 0, 200));
        assertThat(drain(consumer(), 200)).noneMatch(LogRecord::redelivered);
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
    void openRecords_areMarkedAfterARestart() throws Exception {
        append(numbered("a", 0, 100));
        assertThat(pollSome(consumer(), 30)).isNotEmpty();
        reopen();
        append(numbered("a", 100, 150));
        List<LogRecord> all = drain(consumer(), 150);
        assertThat(all.subList(0, 100)).as("may have been handed out before").allMatch(LogRecord::redelivered);
        assertThat(all.subList(100, 150)).noneMatch(LogRecord::redelivered);
    }

    @Test
    void again_marksOnlyTheBatch() throws Exception {
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
    void eachPartition_belongsToOneConsumer() throws Exception {
        append(IntStream.range(0, 4 * PARTITIONS)
                .mapToObj(i -> entry(NORMAL, i % PARTITIONS, "a", "" + i))
                .toList());
        List<LogConsumer> consumers = log.consumers(Stage.ROUTE, 3);
        assertThat(consumers).hasSize(3);
        Set<Integer> all = new TreeSet<>();
        int records = 0;
        for (LogConsumer consumer : consumers) {
            Set<Integer> own = new TreeSet<>();
            List<LogRecord> some = pollSome(consumer, 100);
            while (!some.isEmpty()) {
                some.forEach(r -> own.add(r.entry().partition()));
                records += some.size();
                consumer.done();
                some = consumer.poll(100, Duration.ZERO);
            }
            for (int partition : own) {
                assertThat(all.add(partition))
                        .as("partition %d with one consumer only", partition)
                        .isTrue();
            }
        }
        assertThat(all).hasSize(PARTITIONS);
        assertThat(records).isEqualTo(4 * PARTITIONS);
    }

    @Test
    void nothing_isHandedOutTwice() throws Exception {
        append(numbered("a", 0, 500));
        LogConsumer consumer = consumer();
        List<LogRecord> all = new ArrayList<>();
        while (all.size() < 500) {
            all.addAll(pollSome(consumer, 64));
            assertThat(consumer.done()).as("refused records").isEmpty();
        }
        assertThat(texts(all)).isEqualTo(texts(0, 500));
    }
}
