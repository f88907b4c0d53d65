package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.core.log.Stage;
import dev.tidings.testkit.log.LogContract.Limits;
import org.junit.jupiter.api.Test;

/** Contract of back-pressure: appends beyond the backlog limits are refused and not stored. */
abstract class OverloadContract extends LogTheme {
    OverloadContract(LogContract contract) {
        super(contract);
    }

    @Test
    void fullLog_refusesUntilRecordsAreDone() throws Exception {
        open(new Limits(100, 1000));
        append(numbered("a", 0, 100));
        assertRefused(log.append(numbered("b", 0, 1)), Reason.OVERLOADED);
        assertThat(log.problem()).as("it could not take records now").isPresent();
        LogConsumer consumer = consumer();
        pollSome(consumer, 50);
        assertRefused(log.append(numbered("b", 0, 1)), Reason.OVERLOADED);
        consumer.done();
        assertThat(log.problem()).isEmpty();
        append(entry("b", "taken"));
        int left = Math.toIntExact(log.backlog(Stage.ROUTE));
        assertThat(drain(consumer, left))
                .filteredOn(r -> r.entry().tenant().equals("b"))
                .extracting(LogTheme::text)
                .containsExactly("taken");
        assertNothingLeft(consumer);
    }

    @Test
    void tenantBacklogs_areLimitedSeparately() throws Exception {
        open(new Limits(1000, 100));
        append(numbered("a", 0, 100));
        assertRefused(log.append(numbered("a", 100, 101)), Reason.TENANT_BACKLOG);
        assertThat(log.problem()).as("others are not affected").isEmpty();
        append(entry("b", "taken"));
        LogConsumer consumer = consumer();
        drain(consumer, 101);
        append(entry("a", "again"));
        assertThat(texts(drain(consumer, 1))).containsExactly("again");
    }

    @Test
    void limits_holdAfterARestart() throws Exception {
        append(numbered("a", 0, 100));
        open(new Limits(1000, 100));
        assertRefused(log.append(numbered("a", 100, 101)), Reason.TENANT_BACKLOG);
        open(new Limits(100, 1000));
        assertRefused(log.append(numbered("b", 0, 1)), Reason.OVERLOADED);
    }
}
