package dev.tidings.testkit.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogConsumer;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.LogException.Reason;
import dev.tidings.core.log.LogRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Contract of open and close: health, refusals after close, and completion of appends in flight. */
abstract class LogLifecycleContract extends LogTheme {
    LogLifecycleContract(LogContract contract) {
        super(contract);
    }

    @Test
    void aHealthyLogHasNoProblem() {
        assertThat(log.problem()).isEmpty();
        append(entry("a", "x"));
        assertThat(log.problem()).isEmpty();
    }

    @Test
    void closedLog_refusesAppends() throws Exception {
        Log closed = log;
        closed.close();
        assertRefused(closed.append(List.of(entry("a", "x"))), Reason.CLOSED);
        assertThat(closed.problem()).isPresent();
        closed.close();
        reopen();
        assertNothingLeft(consumer());
    }

    @Test
    void close_wakesPollingConsumers() {
        LogConsumer consumer = consumer();
        CompletableFuture<List<LogRecord>> polling = start(() -> consumer.poll(10, Duration.ofDays(1)));
        log.close();
        assertThat(await(polling)).isEmpty();
    }

    @Test
    void aConsumerOfAClosedLogGetsNothing() throws Exception {
        append(numbered("a", 0, 10));
        LogConsumer consumer = consumer();
        pollSome(consumer, 5);
        log.close();
        consumer.redeliver();
        assertThat(consumer.poll(10, contract.pollTimeout())).isEmpty();
    }

    /** Every append in flight when the log closes completes, with a correct result. */
    @Test
    void close_completesCallsInFlight() throws Exception {
        List<CompletableFuture<Void>> inFlight = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            inFlight.add(log.append(List.of(entry("a", "" + i))));
        }
        log.close();
        List<String> acked = new ArrayList<>();
        for (int i = 0; i < inFlight.size(); i++) {
            try {
                await(inFlight.get(i));
                acked.add("" + i);
            } catch (LogException e) {
                assertThat(e.reason()).isEqualTo(Reason.CLOSED);
            }
        }
        reopen();
        LogConsumer consumer = consumer();
        assertThat(texts(drain(consumer, acked.size()))).isEqualTo(acked);
        assertNothingLeft(consumer);
    }
}
