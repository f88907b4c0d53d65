package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contract of at-least-once delivery from the log to its consumers: records are redelivered until they are done. */
abstract class DeliveryContract extends LogTheme {
    DeliveryContract(LogContract contract) {
        super(contract);
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
    void openRecords_areRedeliveredAfterARestart() throws Exception {
        append(numbered("a", 0, 100));
        assertThat(pollSome(consumer(), 30)).isNotEmpty();
        reopen();
        assertThat(texts(drain(consumer(), 100))).isEqualTo(texts(0, 100));
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

    /** Its owner knows what it has handed out, also in a shared log. */
    @Test
    void again_redeliversTheSameBatch() throws Exception {
        append(numbered("a", 0, 100));
        append(numbered("b", 0, 100));
        LogConsumer consumer = consumer();
        List<LogRecord> first = pollSome(consumer, 60);
        consumer.redeliver();
        append(numbered("a", 100, 110));
        assertThat(pollSome(consumer, 60).stream().filter(record -> wasIn(first, record)))
                .isNotEmpty()
                .allMatch(LogRecord::redelivered);
        consumer.redeliver();
        List<LogRecord> all = drain(consumer, 210);
        for (String tenant : List.of("a", "b")) {
            List<LogRecord> own =
                    all.stream().filter(r -> r.entry().tenant().equals(tenant)).toList();
            assertThat(texts(own)).isEqualTo(texts(0, own.size()));
        }
        assertNothingLeft(consumer);
    }

    private static boolean wasIn(List<LogRecord> batch, LogRecord record) {
        return batch.stream()
                .anyMatch(one -> one.entry().tenant().equals(record.entry().tenant())
                        && text(one).equals(text(record)));
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
        assertThat(texts(drain(consumer(), 100))).isEqualTo(texts(0, 100));
    }
}
