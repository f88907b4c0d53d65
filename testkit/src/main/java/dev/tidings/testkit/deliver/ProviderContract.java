package dev.tidings.testkit.deliver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.deliver.Address;
import dev.tidings.core.deliver.AddressKind;
import dev.tidings.core.deliver.Delivery;
import dev.tidings.core.deliver.Message;
import dev.tidings.core.deliver.Outcome;
import dev.tidings.core.deliver.Provider;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.testkit.deliver.FarSide.Behaviour;
import dev.tidings.testkit.deliver.FarSide.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every provider must do alike, whatever the far side says, does or leaves undone. */
public abstract class ProviderContract {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final UUID NOTIFICATION = UuidV7.of(1_764_000_000_000L, 1, 1);

    private FarSide far;
    private Provider provider;

    protected abstract FarSide open() throws Exception;

    /** What the provider is tried with. */
    protected abstract AddressKind kind();

    /** An address of the kind that the provider delivers to, another one for each number. */
    protected String address(int number) {
        return "address-" + number;
    }

    /** Whether the protocol has room for what a repeat can be known by. */
    protected boolean marksRepeats() {
        return true;
    }

    /** What has to arrive as it is. Each provider adds what its far side could stumble over. */
    protected List<Message> messages() {
        String hard = "a & b = c; <i>\"quoted\"</i> %41 + Grüße, \uD83D\uDE00\ntwo lines";
        String longest = "x".repeat(1_000);
        return switch (kind().channel()) {
            case PUSH ->
                List.of(
                        new Message.Push("Grüße, \uD83D\uDE00 & more", hard, null, null),
                        new Message.Push("only a title", null, null, null),
                        new Message.Push("long", longest, "{\"n\":1}", "app://here"));
            case EMAIL ->
                List.of(
                        new Message.Email("Grüße, \uD83D\uDE00 & more", hard, null, null),
                        new Message.Email("with markup", "plain", "<p>" + hard + "</p>", null),
                        new Message.Email("long " + "y".repeat(200), longest, null, "https://example.org/u/1?t=a_b"));
            case SMS -> List.of(new Message.Sms("short"), new Message.Sms(hard), new Message.Sms("z".repeat(400)));
            case WEBHOOK ->
                List.of(
                        new Message.Webhook("{}"),
                        new Message.Webhook("{\"text\":\"Grüße, \uD83D\uDE00 & \\\"more\\\"\"}"));
            case IN_APP -> throw new IllegalStateException("no provider carries " + kind());
        };
    }

    @BeforeEach
    void openFarSide() throws Exception {
        far = open();
        provider = far.provider();
    }

    @AfterEach
    void closeFarSide() {
        provider.close();
        far.close();
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
        far.script(address(1), behaviour);
        return await(provider.deliver(delivery(1, 1)));
    }

    @Test
    void acceptedWithTheNameTheFarSideGaveIt() {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            assertThat(await(provider.deliver(delivery(i, 1))))
                    .isInstanceOfSatisfying(
                            Outcome.Accepted.class, accepted -> names.add(accepted.providerMessageId()));
        }
        assertThat(names).hasSize(3).noneMatch(String::isBlank);
        assertThat(far.received()).extracting(Received::address).containsExactly(address(0), address(1), address(2));
        assertThat(provider.problem()).isEmpty();
    }

    @Test
    void whatItSaysArrivesAsItIs() {
        for (Message message : messages()) {
            assertThat(await(provider.deliver(delivery(1, 1, message)))).isInstanceOf(Outcome.Accepted.class);
        }
        assertThat(far.received()).extracting(Received::message).isEqualTo(messages());
    }

    @Test
    void refusedForGood() {
        assertThat(outcome(Behaviour.REFUSES))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class, rejected -> assertSaid(rejected.code(), rejected.text()));
    }

    @Test
    void anAddressThatIsNobodys() {
        assertThat(outcome(Behaviour.UNKNOWN_ADDRESS))
                .isInstanceOfSatisfying(Outcome.Unregistered.class, gone -> assertSaid(gone.code(), gone.text()));
    }

    @Test
    void whoThrottlesIsLeftAloneForAsLongAsItAsks() {
        assertThat(outcome(Behaviour.THROTTLES))
                .isInstanceOfSatisfying(
                        Outcome.Retry.class,
                        retry -> assertThat(retry.after()).isGreaterThanOrEqualTo(FarSide.RETRY_AFTER));
    }

    @Test
    void whatIsBrokenOverThereIsTriedAgain() {
        assertRetry(outcome(Behaviour.FAILS));
        assertThat(outcome(Behaviour.ACCEPTS)).isInstanceOf(Outcome.Accepted.class);
    }

    /** And the provider is none the worse for it. */
    @ParameterizedTest
    @EnumSource(
            value = Behaviour.class,
            names = {"HANGS", "GARBAGE", "DROPS"})
    void nobodyKnowsWhetherItWasTaken(Behaviour trouble) {
        assertUnclear(outcome(trouble));
        assertThat(outcome(Behaviour.ACCEPTS)).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void nobodyThere() {
        far.vanish();
        assertRetry(await(provider.deliver(delivery(1, 1))));
    }

    @Test
    void everyAttemptIsKnownAsTheSame() {
        far.script(address(1), Behaviour.DROPS);
        await(provider.deliver(delivery(1, 1)));
        await(provider.deliver(delivery(1, 2)));
        await(provider.deliver(delivery(2, 1)));
        List<String> ofOne = keys(address(1));
        assertThat(ofOne).hasSizeGreaterThanOrEqualTo(2);
        if (!marksRepeats()) {
            assertThat(ofOne).containsOnlyNulls();
            return;
        }
        assertThat(Set.copyOf(ofOne)).hasSize(1).doesNotContainAnyElementsOf(keys(address(2)));
    }

    private List<String> keys(String address) {
        return far.received().stream()
                .filter(received -> received.address().equals(address))
                .map(Received::dedupeKey)
                .toList();
    }

    /** Each with the outcome that is its own, and nobody waiting for those who get no answer. */
    @Test
    void manyAtOnce() {
        Behaviour[] behaviours = {
            Behaviour.ACCEPTS,
            Behaviour.REFUSES,
            Behaviour.THROTTLES,
            Behaviour.UNKNOWN_ADDRESS,
            Behaviour.FAILS,
            Behaviour.HOLDS
        };
        List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            far.script(address(i), behaviours[i % behaviours.length]);
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
        far.release();
        outcomes.forEach(ProviderContract::await);
    }

    @Test
    void closingWaitsForWhatIsUnderWay() {
        far.script(address(1), Behaviour.HOLDS);
        CompletableFuture<Outcome> underWay = provider.deliver(delivery(1, 1));
        awaitTrue(() -> far.received().size() == 1);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(provider::close);
        awaitTrue(() -> provider.problem().isPresent());
        far.release();
        assertThat(await(underWay)).isInstanceOf(Outcome.Accepted.class);
        await(closing);
    }

    @Test
    void closingDoesNotWaitForever() {
        far.script(address(1), Behaviour.HANGS);
        CompletableFuture<Outcome> underWay = provider.deliver(delivery(1, 1));
        awaitTrue(() -> far.received().size() == 1);
        await(CompletableFuture.runAsync(provider::close));
        assertThat(underWay).as("answered when it is closed").isDone();
        assertUnclear(await(underWay));
    }

    @Test
    void nothingIsSentOnceItIsClosed() {
        provider.close();
        assertRetry(await(provider.deliver(delivery(1, 1))));
        assertThat(far.received()).isEmpty();
        assertThat(provider.problem()).isPresent();
    }

    private static void awaitTrue(BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
        }
        assertThat(condition.getAsBoolean()).as("in time").isTrue();
    }

    private void assertRetry(Outcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(Outcome.Retry.class, retry -> assertSaid(retry.code(), retry.text()));
    }

    private void assertUnclear(Outcome outcome) {
        assertThat(outcome)
                .isInstanceOfSatisfying(Outcome.Unclear.class, unclear -> assertSaid(unclear.code(), unclear.text()));
    }

    /** Texts are logged and shown; addresses and secrets must not be in them. */
    private void assertSaid(String code, String text) {
        assertThat(code).matches("[a-z0-9_]+");
        assertThat(text).isNotBlank().doesNotContain(address(1));
    }

    private static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("expected an outcome, got " + e, e);
        }
    }
}
