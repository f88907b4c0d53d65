package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.LaneBacklog;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

/** Contract of the backlogs of a log that one process uses alone: they are exact. */
abstract class ExactBacklogContract extends LogTheme {
    ExactBacklogContract(LogContract contract) {
        super(contract);
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

    @Test
    void tenantBacklogs_areCountedPerLane() throws Exception {
        Lane bulk = new Lane(Stage.ROUTE, Priority.BULK);
        append(numbered("a", 0, 5));
        append(entry(bulk, 7, "a", "bulk"));
        append(numbered("b", 0, 3));
        assertThat(log.backlog(NORMAL, "a")).isEqualTo(5);
        assertThat(log.backlog(bulk, "a")).isEqualTo(1);
        assertThat(log.backlog(bulk, "b")).isZero();
        reopen();
        assertThat(log.backlog(NORMAL, "a")).isEqualTo(5);
        assertThat(log.backlog(NORMAL, "b")).isEqualTo(3);
        drain(consumer(), 9);
        assertThat(log.backlog(NORMAL, "a")).isZero();
    }
}
