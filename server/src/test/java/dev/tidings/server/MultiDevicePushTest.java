package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.channels.capture.CaptureOutcome;
import dev.tidings.channels.capture.CaptureRule;
import dev.tidings.core.delivery.Receipt;
import dev.tidings.server.explain.Explanation;
import dev.tidings.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a push to several devices: the final state does not depend on the order of their outcomes. */
class MultiDevicePushTest {
    private static final String TENANT = TestTenant.NAME;
    private static final Duration WAIT = Duration.ofSeconds(2);

    @TempDir
    private Path folder;

    private TestService tidings;

    @BeforeEach
    void start() {
        tidings = TestService.in(folder).retryDelays("10ms", "20ms").start();
        for (String device : List.of("phone", "tablet")) {
            tidings.tenant().putDevice("bob", device);
        }
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    /** Scripts one outcome per call, in order. */
    private void script(CaptureOutcome... outcomes) {
        List<CaptureRule> rules = new ArrayList<>();
        for (CaptureOutcome outcome : outcomes) {
            rules.add(new CaptureRule(Optional.empty(), Optional.empty(), outcome, WAIT, OptionalLong.of(1), 1));
        }
        tidings.service().delivery().capture().script(TENANT, rules);
    }

    private UUID send() {
        return tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"Hello\",\"channels\":[\"push\"]}");
    }

    private String state(UUID id) {
        return tidings.state("bob", id);
    }

    private List<String> outcomes(UUID id) {
        return tidings.outcomes("bob", id).stream().sorted().toList();
    }

    private List<String> messages(UUID id) {
        return tidings.attempts("bob", id).stream()
                .filter(attempt -> attempt.outcome().equals("accepted"))
                .map(Explanation.LoggedAttempt::messageId)
                .toList();
    }

    private CompletableFuture<Boolean> report(String message, Receipt.State state, String code) {
        return tidings.service()
                .delivery()
                .receipts()
                .store(TENANT + "/capture", new Receipt(message, state, code, null));
    }

    @Test
    void twoFailures_failTheDelivery() {
        for (int i = 0; i < 10; i++) {
            UUID id = send();
            Await.untilEqual(() -> outcomes(id), List.of("accepted", "accepted"));
            List<String> messages = messages(id);
            CompletableFuture<Boolean> one = report(messages.get(0), Receipt.State.FAILED, "gone");
            CompletableFuture<Boolean> other = report(messages.get(1), Receipt.State.FAILED, "gone");
            assertThat(one.join() && other.join()).isTrue();
            assertThat(state(id)).isEqualTo("failed gone");
        }
    }

    @Test
    void oneFailureAndOneSuccess_isSent() {
        UUID id = send();
        Await.untilEqual(() -> outcomes(id), List.of("accepted", "accepted"));
        List<String> messages = messages(id);
        report(messages.get(0), Receipt.State.FAILED, "gone").join();
        assertThat(state(id)).isEqualTo("sent");
        report(messages.get(1), Receipt.State.DELIVERED, null).join();
        assertThat(state(id)).isEqualTo("delivered");
    }

    @Test
    void oneFailureAndOneSuccessfulRetry_isSent() {
        script(CaptureOutcome.ACCEPT, CaptureOutcome.RETRY);
        UUID id = send();
        Await.untilEqual(() -> outcomes(id), List.of("accepted", "retry"));
        report(messages(id).get(0), Receipt.State.FAILED, "gone").join();
        assertThat(state(id)).isEqualTo("sent");
        Await.untilEqual(() -> outcomes(id), List.of("accepted", "accepted", "failed", "retry"));
        tidings.drain();
        assertThat(state(id)).isEqualTo("sent");
    }

    @Test
    void finalState_doesNotDependOnTheOrder() {
        script(CaptureOutcome.ACCEPT, CaptureOutcome.RETRY, CaptureOutcome.REFUSE);
        UUID receiptFirst = send();
        Await.untilEqual(() -> outcomes(receiptFirst), List.of("accepted", "retry"));
        report(messages(receiptFirst).get(0), Receipt.State.FAILED, "gone").join();
        assertThat(state(receiptFirst)).isEqualTo("sent");
        Await.untilEqual(() -> state(receiptFirst).split(" ")[0], "failed");

        script(CaptureOutcome.ACCEPT, CaptureOutcome.REFUSE);
        UUID receiptLast = send();
        Await.untilEqual(() -> outcomes(receiptLast), List.of("accepted", "rejected"));
        assertThat(state(receiptLast)).isEqualTo("sent");
        report(messages(receiptLast).get(0), Receipt.State.FAILED, "gone").join();
        assertThat(state(receiptLast)).isEqualTo(state(receiptFirst));
    }

    @Test
    void deliveryThatAllDevicesReject_isOneDeadLetter() {
        script(CaptureOutcome.RETRY, CaptureOutcome.REFUSE, CaptureOutcome.REFUSE);
        UUID id = send();
        Await.untilEqual(() -> state(id), "failed scripted_refusal");
        assertThat(tidings.service()
                        .delivery()
                        .deadLetters()
                        .page(TENANT, 10, Optional.empty())
                        .join()
                        .items())
                .hasSize(1);
    }
}
