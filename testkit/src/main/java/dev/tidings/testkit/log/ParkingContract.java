package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Contract of parked records: they block no others, and come back when the log is opened again. */
abstract class ParkingContract extends LogTheme {
    ParkingContract(LogContract contract) {
        super(contract);
    }

    @Test
    void parkedRecord_isNotHandedOutAndOthersContinue() throws Exception {
        append(numbered("a", 0, 10));
        LogConsumer consumer = consumer();
        consumer.park(pollSome(consumer, 1).get(0));
        assertThat(log.backlog(Stage.ROUTE)).isEqualTo(9);
        consumer.done();
        append(numbered("a", 10, 12));
        assertThat(texts(drain(consumer, 11))).isEqualTo(texts(1, 12));
        assertNothingLeft(consumer);
        assertThat(log.backlog(Stage.ROUTE)).isZero();
        assertThat(log.backlog(NORMAL, "a")).isZero();
    }

    @Test
    void parkedRecords_comeBackAfterARestart() throws Exception {
        append(numbered("a", 0, 10));
        LogConsumer consumer = consumer();
        List<LogRecord> records = pollSome(consumer, 10);
        records.forEach(record -> {
            if (List.of("2", "5", "9").contains(text(record))) {
                consumer.park(record);
            }
        });
        consumer.done();
        drain(consumer, 10 - records.size());
        int parked = (int) records.stream()
                .filter(record -> List.of("2", "5", "9").contains(text(record)))
                .count();
        reopen();
        assertThat(log.backlog(Stage.ROUTE)).isEqualTo(parked);
        List<LogRecord> again = drain(consumer(), parked);
        assertThat(texts(again)).isSubsetOf("2", "5", "9").contains("2");
        assertThat(again).allMatch(LogRecord::redelivered);
        reopen();
        assertNothingLeft(consumer());
    }

    @Test
    void restOfTheBatch_isRedelivered() throws Exception {
        append(numbered("a", 0, 10));
        LogConsumer consumer = consumer();
        consumer.park(pollSome(consumer, 10).get(0));
        consumer.redeliver();
        assertThat(texts(drain(consumer, 9))).isEqualTo(texts(1, 10));
        assertNothingLeft(consumer);
        reopen();
        assertThat(texts(drain(consumer(), 1))).containsExactly("0");
    }

    @Test
    void recordOutsideTheBatch_cannotBeParked() throws Exception {
        append(entry("a", "x"));
        LogConsumer consumer = consumer();
        LogRecord record = pollSome(consumer, 1).get(0);
        consumer.done();
        assertThatThrownBy(() -> consumer.park(record)).isInstanceOf(IllegalArgumentException.class);
        assertThat(log.backlog(Stage.ROUTE)).isZero();
    }
}
