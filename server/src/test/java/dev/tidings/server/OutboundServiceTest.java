package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidings.channels.capture.CaptureOutcome;
import dev.tidings.channels.capture.CaptureRule;
import dev.tidings.channels.capture.CapturedDelivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Receipt;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.QuietHours;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.StatusText;
import dev.tidings.server.delivery.DeadLetters;
import dev.tidings.server.explain.Explanation;
import dev.tidings.server.service.Service;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.tables.FailedDeliveryRow;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.delivery.ProviderSimulator.Behaviour;
import dev.tidings.testkit.delivery.simulator.ReceivedCall;
import dev.tidings.testkit.delivery.simulator.TwilioServer;
import dev.tidings.widecolumn.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** End-to-end tests of outbound delivery: from the request to a provider simulator and back, on real stores and connections. */
class OutboundServiceTest {
    private static final String TENANT = TestTenant.NAME;
    private static final String PHONE = "+15005550001";

    @TempDir
    private Path folder;

    private TwilioServer first;
    private TwilioServer second;
    private RefusingEngine tables;
    private TestService tidings;

    @BeforeEach
    void start() throws IOException {
        first = new TwilioServer();
        second = new TwilioServer();
        tidings = TestService.in(folder)
                .retryDelays("10ms", "20ms")
                .option("TIDINGS_DELIVERY_ATTEMPTS", "4")
                .allowPrivateAddresses()
                .tables(real -> tables = new RefusingEngine(real))
                .start();
        putBob();
        allow(Channel.SMS, true);
    }

    private void putBob() {
        tidings.tenant().putUser("bob", Map.of("email", "bob@example.org", "phone", PHONE));
    }

    @AfterEach
    void stop() {
        tidings.close();
        first.close();
        second.close();
    }

    private Service service() {
        return tidings.service();
    }

    private void allow(Channel channel, boolean allowed) {
        tidings.tenant().allow("bob", channel, allowed);
    }

    private void twilio(String name, int rank, TwilioServer server) {
        Map<String, String> settings = Map.of(
                "accountSid",
                TwilioServer.ACCOUNT_SID,
                "authToken",
                TwilioServer.AUTH_TOKEN,
                "from",
                "+15005550006",
                "baseUrl",
                server.url());
        tidings.tenant().putAccount(name, "twilio", settings, rank, true, Duration.ofSeconds(1));
    }

    private UUID send(String channel) {
        return tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"Hello\",\"body\":\"there\",\"channels\":[\""
                + channel + "\"]}");
    }

    private String state(UUID id) {
        return tidings.state("bob", id);
    }

    private void awaitState(UUID id, String expected) {
        tidings.awaitState("bob", id, expected);
    }

    private Explanation.ChannelExplanation why(UUID id) {
        return tidings.explanation("bob", id).orElseThrow();
    }

    private List<String> outcomes(UUID id) {
        return tidings.outcomes("bob", id);
    }

    @Test
    void messageWithoutAProvider_isCaptured() {
        UUID id = send("email");
        awaitState(id, "sent");
        List<CapturedDelivery> captured = tidings.captured();
        assertThat(captured).hasSize(1);
        assertThat(captured.get(0).delivery().message()).isInstanceOfSatisfying(Message.Email.class, email -> {
            assertThat(email.subject()).isEqualTo("Hello");
            assertThat(email.text()).isEqualTo("there");
            assertThat(email.unsubscribe()).contains("/u/");
        });
    }

    @Test
    void decision_isExplainedStepByStep() {
        UUID id = send("email");
        awaitState(id, "sent");
        assertThat(why(id).reasons())
                .containsExactly(
                        new Explanation.RoutingCheck("preference", "default"),
                        new Explanation.RoutingCheck("addresses", "1"),
                        new Explanation.RoutingCheck("provider", TENANT + "/capture"),
                        new Explanation.RoutingCheck("content", "as given"));
        assertThat(outcomes(id)).containsExactly("accepted");
    }

    @Test
    void failedAttempt_isRetriedUntilAccepted() {
        twilio("main", 0, first);
        first.script(PHONE, Behaviour.FAILS);
        UUID id = send("sms");
        Await.until(() -> first.calls().size() >= 2);
        first.script(PHONE, Behaviour.ACCEPTS);
        awaitState(id, "sent");
        assertThat(outcomes(id)).endsWith("retry", "accepted");
        assertThat(first.calls().stream().map(ReceivedCall::dedupeKey).distinct())
                .hasSize(1);
    }

    @Test
    void exhaustedDelivery_isADeadLetterAndCanBeReplayed() {
        twilio("main", 0, first);
        first.script(PHONE, Behaviour.FAILS);
        UUID id = send("sms");
        awaitState(id, "failed unavailable");
        assertThat(outcomes(id)).containsOnly("retry").hasSize(4);
        ResultPage<FailedDeliveryRow> given = service()
                .delivery()
                .deadLetters()
                .page(TENANT, 10, Optional.empty())
                .join();
        assertThat(given.items()).hasSize(1);
        assertThat(given.items().get(0).notificationId()).isEqualTo(id);

        first.script(PHONE, Behaviour.ACCEPTS);
        UUID failure = given.items().get(0).failureId();
        assertThat(service().delivery().deadLetters().replay(TENANT, failure).join())
                .isInstanceOf(DeadLetters.ReplayResult.Started.class);
        awaitState(id, "sent");
        assertThat(service().delivery().deadLetters().replay(TENANT, failure).join())
                .as("the truth about a delivery that was replayed before")
                .isEqualTo(new DeadLetters.ReplayResult.Unchanged(new StatusText("sent", null)));
        tidings.drain();
        assertThat(outcomes(id)).containsExactly("retry", "retry", "retry", "retry", "accepted");
        assertThat(service().delivery().deadLetters().replay("globex", failure).join())
                .isInstanceOf(DeadLetters.ReplayResult.NotFound.class);
    }

    @Test
    void unstoredResult_causesNoSecondCall() {
        twilio("main", 0, first);
        tables.refuse(DeliveryLogRow.TABLE, StoreException.Reason.DISK_FULL);
        UUID id = send("sms");
        Await.until(() -> tables.refusals() >= 7);
        UUID other = send("sms");
        Await.until(() -> tables.refusals() >= 9);
        assertThat(first.calls()).as("one call, and none queued behind it").hasSize(1);

        tables.recover();
        awaitState(id, "sent");
        awaitState(other, "sent");
        tidings.drain();
        assertThat(first.calls()).hasSize(2);
        assertThat(outcomes(id)).containsExactly("accepted");
    }

    @Test
    void definiteRejection_failsOverToTheNextProvider() {
        twilio("a", 0, first);
        twilio("b", 1, second);
        first.script(PHONE, Behaviour.THROTTLES);
        UUID id = send("sms");
        awaitState(id, "sent");
        assertThat(second.calls()).hasSize(1);
        assertThat(outcomes(id)).containsExactly("retry", "accepted");
    }

    @Test
    void skippedProvider_isExplained() {
        twilio("a", 0, first);
        twilio("b", 1, second);
        first.script(PHONE, Behaviour.FAILS);
        List<UUID> opening = IntStream.range(0, 16).mapToObj(i -> send("sms")).toList();
        opening.forEach(id -> awaitState(id, "sent"));
        UUID id = send("sms");
        awaitState(id, "sent");
        assertThat(why(id).attempts())
                .extracting(
                        Explanation.LoggedAttempt::kind,
                        Explanation.LoggedAttempt::provider,
                        Explanation.LoggedAttempt::outcome,
                        Explanation.LoggedAttempt::code)
                .containsExactly(
                        tuple("skip", TENANT + "/a", "skipped", "circuit_open"),
                        tuple("attempt", TENANT + "/b", "accepted", null));
        assertThat(why(id).attempts().get(0).text()).contains("no calls until");
        assertThat(metrics())
                .contains(circuits("open", 1))
                .contains(circuits("closed", 1))
                .contains("tidings_provider_call_duration_seconds_count{kind=\"twilio\",outcome=\"retry\"} 16");
    }

    private String metrics() {
        return service().storage().metrics().scrape();
    }

    private static String circuits(String state, int count) {
        return "tidings_provider_circuit_breakers{kind=\"twilio\",state=\"" + state + "\"} " + count + ".0";
    }

    @Test
    void waitingDelivery_explainsTheSkippedProviderOnce() {
        twilio("a", 0, first);
        first.script(PHONE, Behaviour.FAILS);
        for (int i = 0; i < 16; i++) {
            send("sms");
        }
        Await.until(() -> metrics().contains(circuits("open", 1)));
        UUID id = send("sms");
        tidings.drain();
        Await.until(() -> tidings.explanation("bob", id)
                .map(explained -> !explained.attempts().isEmpty())
                .orElse(false));
        assertThat(why(id).attempts()).singleElement().satisfies(skip -> {
            assertThat(skip.code()).isEqualTo("circuit_open");
            assertThat(skip.retryAt()).isAfter(skip.at());
        });
    }

    @Test
    void unclearOutcome_doesNotFailOver() {
        twilio("a", 0, first);
        twilio("b", 1, second);
        first.script(PHONE, Behaviour.DROPS);
        UUID id = send("sms");
        Await.until(() -> first.calls().size() >= 2);
        first.script(PHONE, Behaviour.ACCEPTS);
        awaitState(id, "sent");
        assertThat(second.calls()).isEmpty();
    }

    @Test
    void nonRepeatableType_isNotRetriedWhenUnclear() {
        tidings.tenant().putNonRepeatableType("once");
        twilio("main", 0, first);
        first.script(PHONE, Behaviour.DROPS);
        UUID id = tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"type\":\"once\",\"channels\":[\"sms\"]}");
        awaitState(id, "failed unclear");
        assertThat(first.calls()).hasSize(1);
        assertThat(outcomes(id)).containsExactly("unclear");
    }

    @Test
    void quietHours_delayAllButCritical() {
        ZonedDateTime now = ZonedDateTime.now(ZoneOffset.UTC);
        QuietHours quiet = new QuietHours(
                now.minusHours(1).toLocalTime().truncatedTo(ChronoUnit.MINUTES),
                now.plusHours(2).toLocalTime().truncatedTo(ChronoUnit.MINUTES),
                Optional.of(ZoneOffset.UTC));
        tidings.tenant().putQuietHours("bob", quiet);
        UUID waits = send("email");
        UUID critical = tidings.send(
                "{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"priority\":\"critical\",\"channels\":[\"email\"]}");
        awaitState(critical, "sent");
        awaitState(waits, "pending");
        assertThat(why(waits).reasons())
                .extracting(Explanation.RoutingCheck::step)
                .contains("quiet");
        assertThat(why(waits).attempts()).isEmpty();
    }

    @Test
    void hangingCall_doesNotBlockOthers() {
        twilio("main", 0, first);
        first.script(PHONE, Behaviour.HOLDS);
        UUID held = send("sms");
        Await.untilEqual(() -> first.calls().size(), 1);
        UUID other = send("email");
        awaitState(other, "sent");
        first.release();
        awaitState(held, "sent");
        assertThat(first.calls()).hasSize(1);
    }

    @Test
    void receipts_advanceTheStateIdempotently() {
        twilio("main", 0, first);
        UUID id = send("sms");
        awaitState(id, "sent");
        // Twilio's message id is in its response; the trace has it from there.
        String messageId = why(id).attempts().get(0).messageId();
        Receipt delivered = new Receipt(messageId, Receipt.State.DELIVERED, null, null);
        for (int i = 0; i < 3; i++) {
            assertThat(service()
                            .delivery()
                            .receipts()
                            .store(TENANT + "/main", delivered)
                            .join())
                    .isTrue();
        }
        assertThat(state(id)).isEqualTo("delivered");
        assertThat(outcomes(id)).containsExactly("accepted", "delivered");
        Receipt failed = new Receipt(messageId, Receipt.State.FAILED, "30005", "unknown");
        service().delivery().receipts().store(TENANT + "/main", failed).join();
        assertThat(state(id)).as("the state never regresses").isEqualTo("delivered");
        Receipt unknown = new Receipt("SM0", Receipt.State.DELIVERED, null, null);
        assertThat(service()
                        .delivery()
                        .receipts()
                        .store(TENANT + "/main", unknown)
                        .join())
                .isFalse();
    }

    @Test
    void unregisteredAddress_isNotUsedAgain() {
        tidings.tenant().putDevice("bob", "phone");
        service()
                .delivery()
                .capture()
                .script(
                        TENANT,
                        List.of(new CaptureRule(
                                Optional.empty(),
                                Optional.empty(),
                                CaptureOutcome.UNREGISTER,
                                Duration.ZERO,
                                OptionalLong.empty(),
                                1)));
        UUID id = send("push");
        Await.untilEqual(() -> state(id).split(" ")[0], "failed");
        UUID next = send("push");
        awaitState(next, "suppressed no_address");
    }

    /** A nonexistent number stays nonexistent, and senders that keep trying lose their reputation. */
    @Test
    void nonexistentNumber_isNotUsedUntilSetAgain() {
        twilio("main", 0, first);
        UUID id = send("sms");
        awaitState(id, "sent");
        String messageId = why(id).attempts().get(0).messageId();
        service()
                .delivery()
                .receipts()
                .store(TENANT + "/main", new Receipt(messageId, Receipt.State.UNREGISTERED, "30005", "unknown"))
                .join();
        assertThat(state(id)).isEqualTo("failed 30005");
        UUID next = send("sms");
        awaitState(next, "suppressed address_unreachable");
        UUID mail = send("email");
        awaitState(mail, "sent");
        putBob();
        UUID again = send("sms");
        awaitState(again, "sent");
        assertThat(first.calls()).hasSize(2);
    }

    @Test
    void optOutBeforeARetry_suppressesIt() {
        twilio("main", 0, first);
        first.script(PHONE, Behaviour.FAILS);
        UUID id = send("sms");
        Await.until(() -> !first.calls().isEmpty());
        allow(Channel.SMS, false);
        int before = first.calls().size();
        Await.untilEqual(() -> state(id).split(" ")[0], "suppressed");
        assertThat(state(id)).isEqualTo("suppressed opted_out");
        assertThat(first.calls()).hasSize(before);
    }

    @Test
    void pendingDelivery_continuesAfterARestart() {
        twilio("main", 0, first);
        first.script(PHONE, Behaviour.FAILS);
        UUID id = send("sms");
        Await.until(() -> !first.calls().isEmpty());
        tidings.restart();
        first.script(PHONE, Behaviour.ACCEPTS);
        awaitState(id, "sent");
    }
}
