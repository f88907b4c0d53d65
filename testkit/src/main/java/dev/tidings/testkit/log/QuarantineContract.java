package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.QuarantinedRecord;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contract of the quarantine: a poison record no longer blocks its partition, and is not lost. */
abstract class QuarantineContract extends LogTheme {
    QuarantineContract(LogContract contract) {
        super(contract);
    }

    @Test
    void record_isStoredWithItsReason() throws Exception {
        append(entry(new Lane(Stage.ROUTE, Priority.HIGH), 200, "zoë", "bad"));
        LogConsumer consumer = consumer();
        consumer.quarantine(pollSome(consumer, 1).get(0), "why: é");
        consumer.done();
        for (int i = 0; i < 2; i++) {
            QuarantinedRecord quarantined = onlyQuarantined();
            assertThat(quarantined.entry().payload()).isEqualTo("bad".getBytes(StandardCharsets.UTF_8));
            assertThat(quarantined.entry().lane()).isEqualTo(new Lane(Stage.ROUTE, Priority.HIGH));
            assertThat(quarantined.entry().partition()).isEqualTo(200);
            assertThat(quarantined.entry().tenant()).isEqualTo("zoë");
            assertThat(quarantined.reason()).isEqualTo("why: é");
            assertThat(log.quarantined(Stage.EXPAND, 10)).isEmpty();
            reopen();
        }
    }

    @Test
    void record_isNotRedeliveredAndOthersContinue() throws Exception {
        append(numbered("a", 0, 10));
        LogConsumer consumer = consumer();
        consumer.quarantine(pollSome(consumer, 1).get(0), "bad");
        assertThat(log.backlog(Stage.ROUTE)).isEqualTo(9);
        consumer.done();
        append(numbered("a", 10, 12));
        assertThat(texts(drain(consumer, 11))).isEqualTo(texts(1, 12));
        reopen();
        assertNothingLeft(consumer());
        assertThat(log.backlog(Stage.ROUTE)).isZero();
    }

    @Test
    void restOfTheBatch_isRedelivered() throws Exception {
        append(numbered("a", 0, 10));
        LogConsumer consumer = consumer();
        List<LogRecord> records = pollSome(consumer, 10);
        consumer.quarantine(records.get(0), "bad");
        consumer.redeliver();
        assertThat(texts(drain(consumer, 9))).isEqualTo(texts(1, 10));
        assertNothingLeft(consumer);
    }

    @Test
    void quarantineIsDurable_restOfTheBatchIsNotDone() throws Exception {
        append(numbered("a", 0, 10));
        LogConsumer consumer = consumer();
        consumer.quarantine(pollSome(consumer, 10).get(0), "bad");
        reopen();
        assertThat(texts(drain(consumer(), 9))).isEqualTo(texts(1, 10));
        assertThat(onlyQuarantined().reason()).isEqualTo("bad");
    }

    @Test
    void listHonoursItsLimit() throws Exception {
        append(numbered("a", 0, 5));
        LogConsumer consumer = consumer();
        for (int i = 0; i < 5; i++) {
            consumer.quarantine(pollSome(consumer, 1).get(0), "bad");
        }
        assertThat(log.quarantined(Stage.ROUTE, 3)).hasSize(3);
        assertThat(log.quarantined(Stage.ROUTE, 10)).hasSize(5);
    }

    @Test
    void recordOutsideTheBatch_cannotBeQuarantined() throws Exception {
        append(entry("a", "x"));
        LogConsumer consumer = consumer();
        LogRecord record = pollSome(consumer, 1).get(0);
        consumer.done();
        assertThatThrownBy(() -> consumer.quarantine(record, "late")).isInstanceOf(IllegalArgumentException.class);
        assertThat(log.quarantined(Stage.ROUTE, 10)).isEmpty();
    }

    private QuarantinedRecord onlyQuarantined() {
        List<QuarantinedRecord> quarantined = log.quarantined(Stage.ROUTE, 10);
        assertThat(quarantined).hasSize(1);
        return quarantined.get(0);
    }
}
