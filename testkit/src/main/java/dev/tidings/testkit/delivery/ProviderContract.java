package dev.tidings.testkit.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.delivery.ProviderSimulator.Behaviour;
import dev.tidings.testkit.delivery.ProviderSimulator.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The contract suite of providers: checks the outcome of a delivery for every behaviour of the provider simulator. A provider runs it
 * by extending this class and opening its simulator.
 */
public abstract class ProviderContract {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    /** Long enough for every response, also on an overloaded machine. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
    /** For simulators that never respond; long enough to connect and to send. */
    private static final Duration NO_ANSWER_TIMEOUT = Duration.ofSeconds(4);

    private static final UUID NOTIFICATION = UuidV7.of(1_764_000_000_000L, 1, 1);

    private ProviderSimulator simulator;
    private Provider provider;

    /** @param timeout how long the provider waits for an answer, and for what is in flight when it is closed */
    protected abstract ProviderSimulator open(Duration timeout) throws Exception;

    /** The kind of address that the provider delivers to. */
    protected abstract AddressKind kind();

    /** An address of this kind, distinct for each number. */
    protected String address(int number) {
        return "address-" + number;
    }

    /** Whether the protocol has a deduplication key for retries. */
    protected boolean hasDedupeKey() {
        return true;
    }

    /** Messages that must arrive unchanged. Each provider adds difficult cases of its protocol. */
    protected List<Message> messages() {
        String difficult = "a & b = c; <i>\"quoted\"</i> %41 + Grüße, \uD83D\uDE00\ntwo lines";
        String longest = "x".repeat(1_000);
        return switch (kind().channel()) {
            case PUSH ->
                List.of(
                        new Message.Push("Grüße, \uD83D\uDE00 & more", difficult, null, null),
                        new Message.Push("only a title", null, null, null),
                        new Message.Push("long", longest, "{\"n\":1}", "app://here"));
            case EMAIL ->
                List.of(
                        new Message.Email("Grüße, \uD83D\uDE00 & more", difficult, null, null),
                        new Message.Email("with markup", "plain", "<p>" + difficult + "</p>", null),
                        new Message.Email("long " + "y".repeat(200), longest, null, "https://example.org/u/1?t=a_b"));
            case SMS -> List.of(new Message.Sms("short"), new Message.Sms(difficult), new Message.Sms("z".repeat(400)));
            case WEBHOOK ->
                List.of(
                        new Message.Webhook("{}"),
                        new Message.Webhook("{\"text\":\"Grüße, \uD83D\uDE00 & \\\"more\\\"\"}"));
            case IN_APP -> throw new IllegalStateException("no provider delivers " + kind());
        };
    }

    @BeforeEach
    void openSimulator() throws Exception {
        openSimulator(ANSWER_TIMEOUT);
    }

    private void openSimulator(Duration timeout) throws Exception {
        simulator = open(timeout);
        provider = simulator.provider();
    }

    /** Replaces the simulator and its provider by ones with a short timeout. */
    private void reopenWithShortTimeout() throws Exception {
        closeSimulator();
        openSimulator(NO_ANSWER_TIMEOUT);
    }

    @AfterEach
    void closeSimulator() {
        provider.close();
        simulator.close();
    }

    private Delivery delivery(int number, int attempt) {
        return delivery(number, attempt, messages().get(0));
    }

    private Delivery delivery(int number, int attempt, Message message) {
        return new Delivery(
                new UserKey("acme", "usr_" + number),
                NOTIFICATION,
                new Address(kind(), address(number)),
                message,
                Priority.NORMAL,
                Instant.parse("2100-01-01T00:00:00Z"),
                attempt);
    }

    private Outcome outcome(Behaviour behaviour) {
        simulator.script(address(1), behaviour);
        return await(provider.deliver(delivery(1, 1)));
    }

    @Test
    void accepted_hasTheProvidersMessageId() {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            assertThat(await(provider.deliver(delivery(i, 1))))
                    .isInstanceOfSatisfying(
                            Outcome.Accepted.class, accepted -> names.add(accepted.providerMessageId()));
        }
        assertThat(names).hasSize(3).noneMatch(String::isBlank);
        assertThat(simulator.received())
                .extracting(Received::address)
                .containsExactly(address(0), address(1), address(2));
        assertThat(provider.problem()).isEmpty();
    }

    @Test
    void messages_arriveUnchanged() {
        for (Message message : messages()) {
            assertThat(await(provider.deliver(delivery(1, 1, message)))).isInstanceOf(Outcome.Accepted.class);
        }
        assertThat(simulator.received()).extracting(Received::message).isEqualTo(messages());
    }

    @Test
    void permanentRefusal_isRejected() {
        assertThat(outcome(Behaviour.REFUSES))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class, rejected -> assertCodeAndText(rejected.code(), rejected.text()));
    }

    @Test
    void unknownAddress_isUnregistered() {
        assertThat(outcome(Behaviour.UNKNOWN_ADDRESS))
                .isInstanceOfSatisfying(
                        Outcome.Unregistered.class, gone -> assertCodeAndText(gone.code(), gone.text()));
    }

    @Test
    void throttled_retriesAfterTheRequestedPause() {
        assertThat(outcome(Behaviour.THROTTLES))
                .isInstanceOfSatisfying(
                        Outcome.Retry.class,
                        retry -> assertThat(retry.after()).isGreaterThanOrEqualTo(ProviderSimulator.RETRY_AFTER));
    }

    @Test
    void serverError_isRetried() {
        assertRetry(outcome(Behaviour.FAILS));
        assertThat(outcome(Behaviour.ACCEPTS)).isInstanceOf(Outcome.Accepted.class);
    }

    /** The provider still works afterwards. */
    @ParameterizedTest
    @EnumSource(
            value = Behaviour.class,
            names = {"HANGS", "GARBAGE", "DROPS"})
    void missingResponse_isUnclear(Behaviour trouble) throws Exception {
        if (trouble == Behaviour.HANGS) {
            reopenWithShortTimeout();
        }
        assertUnclear(outcome(trouble));
        // Repeated: with the short timeout a slow machine may need several tries.
        Await.until(() -> outcome(Behaviour.ACCEPTS) instanceof Outcome.Accepted);
    }

    @Test
    void refusedConnection_isRetried() {
        simulator.stop();
        assertRetry(await(provider.deliver(delivery(1, 1))));
    }

    @Test
    void retries_haveTheSameDedupeKey() {
        simulator.script(address(1), Behaviour.DROPS);
        await(provider.deliver(delivery(1, 1)));
        await(provider.deliver(delivery(1, 2)));
        await(provider.deliver(delivery(2, 1)));
        List<String> ofOne = keys(address(1));
        assertThat(ofOne).hasSizeGreaterThanOrEqualTo(2);
        if (!hasDedupeKey()) {
            assertThat(ofOne).containsOnlyNulls();
            return;
        }
        assertThat(Set.copyOf(ofOne)).hasSize(1).doesNotContainAnyElementsOf(keys(address(2)));
    }

    private List<String> keys(String address) {
        return simulator.received().stream()
                .filter(received -> received.address().equals(address))
                .map(Received::dedupeKey)
                .toList();
    }

    /** Concurrent deliveries have independent outcomes and don't wait for held ones. */
    @Test
    void concurrentDeliveries_haveTheirOwnOutcomes() {
        Behaviour[] behaviours = {
            Behaviour.ACCEPTS,
            Behaviour.REFUSES,
            Behaviour.THROTTLES,
            Behaviour.UNKNOWN_ADDRESS,
            Behaviour.FAILS,
            Behaviour.HOLDS
        };
        List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
        Set<String> held = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            if (behaviours[i % behaviours.length] == Behaviour.HOLDS) {
                held.add(address(i));
            }
            simulator.script(address(i), behaviours[i % behaviours.length]);
            outcomes.add(provider.deliver(delivery(i, 1)));
        }
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            switch (behaviours[i % behaviours.length]) {
                case ACCEPTS -> names.add(((Outcome.Accepted) await(outcomes.get(i))).providerMessageId());
                case REFUSES -> assertThat(await(outcomes.get(i))).isInstanceOf(Outcome.Rejected.class);
                case UNKNOWN_ADDRESS -> assertThat(await(outcomes.get(i))).isInstanceOf(Outcome.Unregistered.class);
                case THROTTLES, FAILS -> assertRetry(await(outcomes.get(i)));
                default -> {}
            }
        }
        assertThat(names).hasSize(10);
        // Deliveries that arrive after the release would be held forever.
        Await.until(() -> simulator.received().stream()
                        .map(Received::address)
                        .filter(held::contains)
                        .distinct()
                        .count()
                == held.size());
        simulator.release();
        outcomes.forEach(ProviderContract::await);
    }

    @Test
    void close_waitsForDeliveriesInFlight() {
        simulator.script(address(1), Behaviour.HOLDS);
        CompletableFuture<Outcome> inFlight = provider.deliver(delivery(1, 1));
        Await.until(() -> simulator.received().size() == 1);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(provider::close);
        Await.until(() -> provider.problem().isPresent());
        simulator.release();
        assertThat(await(inFlight)).isInstanceOf(Outcome.Accepted.class);
        await(closing);
    }

    @Test
    void close_doesNotWaitForever() throws Exception {
        reopenWithShortTimeout();
        simulator.script(address(1), Behaviour.HANGS);
        CompletableFuture<Outcome> inFlight = provider.deliver(delivery(1, 1));
        Await.until(() -> simulator.received().size() == 1);
        await(CompletableFuture.runAsync(provider::close));
        assertThat(inFlight).as("completed by close").isDone();
        assertUnclear(await(inFlight));
    }

    @Test
    void closedProvider_sendsNothing() {
        provider.close();
        assertRetry(await(provider.deliver(delivery(1, 1))));
        assertThat(simulator.received()).isEmpty();
        assertThat(provider.problem()).isPresent();
    }

    private void assertRetry(Outcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(Outcome.Retry.class, retry -> assertCodeAndText(retry.code(), retry.text()));
    }

    private void assertUnclear(Outcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Unclear.class, unclear -> assertCodeAndText(unclear.code(), unclear.text()));
    }

    /** Texts are logged and displayed, so they must not contain addresses or secrets. */
    private void assertCodeAndText(String code, String text) {
        assertThat(code).matches("[a-z0-9_]+");
        assertThat(text).isNotBlank().doesNotContain(address(1));
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("expected an outcome, got " + e, e);
        }
    }
}
