package dev.tidings.channels.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSettings;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of the capture store's limits and of its script. */
class CaptureKindTest {
    private static final UUID NOTIFICATION = UuidV7.of(1_764_000_000_000L, 1, 1);
    private static final Instant NOW = Instant.parse("2026-03-01T10:15:30Z");

    private final Deque<Double> luck = new ArrayDeque<>();
    private final CaptureKind capture = new CaptureKind(new CaptureStore.Limits(5, 20_000, 30_000), luck::remove);
    private final Provider provider = open(Duration.ofMillis(50));

    private Provider open(Duration timeout) {
        ProviderKind.ProviderContext context =
                new ProviderKind.ProviderContext(InstantSource.fixed(NOW), timeout, receipt -> {});
        return capture.open(new ProviderSettings(capture, Map.of()), context);
    }

    private static Delivery sms(String tenant, String user, String text) {
        return delivery(tenant, user, new Address(AddressKind.PHONE, "+4930123"), new Message.Sms(text));
    }

    private static Delivery email(String tenant, String user) {
        return delivery(
                tenant, user, new Address(AddressKind.MAILBOX, "a@b.example"), new Message.Email("s", "t", null, null));
    }

    private static Delivery delivery(String tenant, String user, Address address, Message message) {
        return new Delivery(new UserKey(tenant, user), NOTIFICATION, address, message, Priority.NORMAL, null, 1);
    }

    private static CaptureRule rule(CaptureOutcome outcome, OptionalLong times, double share) {
        return new CaptureRule(Optional.empty(), Optional.empty(), outcome, Duration.ZERO, times, share);
    }

    private Outcome send(Delivery delivery) {
        try {
            return provider.deliver(delivery).get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private List<CapturedDelivery> captured(String tenant) {
        return capture.list(tenant, any -> true, Long.MAX_VALUE, 1_000);
    }

    private static List<String> texts(List<CapturedDelivery> captured) {
        return captured.stream()
                .map(each -> ((Message.Sms) each.delivery().message()).text())
                .toList();
    }

    @Test
    void captured_areListedNewestFirstPerTenant() {
        send(sms("acme", "a", "1"));
        send(sms("acme", "a", "2"));
        send(sms("globex", "a", "3"));
        assertThat(texts(captured("acme"))).containsExactly("2", "1");
        assertThat(captured("acme").get(0).at()).isEqualTo(NOW);
        assertThat(texts(captured("globex"))).containsExactly("3");
        assertThat(texts(capture.list(
                        "acme", any -> true, captured("acme").get(0).number(), 10)))
                .containsExactly("1");
        capture.clear("acme");
        assertThat(captured("acme")).isEmpty();
        assertThat(texts(captured("globex"))).containsExactly("3");
    }

    @Test
    void numberAndBytes_areLimited() {
        for (int i = 0; i < 8; i++) {
            send(sms("acme", "a", "" + i));
        }
        assertThat(texts(captured("acme"))).containsExactly("7", "6", "5", "4", "3");
        String large = "x".repeat(4_000);
        for (int i = 0; i < 4; i++) {
            send(sms("acme", "a", i + large));
        }
        assertThat(captured("acme")).as("of one tenant").hasSize(2);
        for (int i = 0; i < 2; i++) {
            send(sms("globex", "a", i + large));
        }
        assertThat(captured("globex")).hasSize(2);
        assertThat(captured("acme")).as("the oldest of all was evicted first").hasSize(1);
    }

    @Test
    void tooLargeDelivery_isNotCaptured() {
        assertThat(send(sms("acme", "a", "x".repeat(40_000)))).isInstanceOf(Outcome.Accepted.class);
        assertThat(captured("acme")).isEmpty();
        send(sms("acme", "a", "small"));
        assertThat(texts(captured("acme"))).containsExactly("small");
    }

    @Test
    void firstMatchingRule_applies() {
        capture.script(
                "acme",
                List.of(
                        new CaptureRule(
                                Optional.of(Channel.EMAIL),
                                Optional.of("ann"),
                                CaptureOutcome.UNREGISTER,
                                Duration.ZERO,
                                OptionalLong.empty(),
                                1),
                        new CaptureRule(
                                Optional.of(Channel.EMAIL),
                                Optional.empty(),
                                CaptureOutcome.RETRY,
                                Duration.ofSeconds(5),
                                OptionalLong.empty(),
                                1)));
        assertThat(send(email("acme", "ann"))).isInstanceOf(Outcome.Unregistered.class);
        assertThat(send(email("acme", "bob")))
                .isInstanceOfSatisfying(
                        Outcome.Retry.class, retry -> assertThat(retry.after()).isEqualTo(Duration.ofSeconds(5)));
        assertThat(send(sms("acme", "ann", "x"))).isInstanceOf(Outcome.Accepted.class);
        assertThat(send(email("globex", "ann"))).isInstanceOf(Outcome.Accepted.class);
        assertThat(captured("acme")).as("a refused delivery is not captured").hasSize(1);
    }

    @Test
    void usedUpRule_isRemoved() {
        capture.script("acme", List.of(rule(CaptureOutcome.REFUSE, OptionalLong.of(2), 1)));
        assertThat(send(sms("acme", "a", "1"))).isInstanceOf(Outcome.Rejected.class);
        assertThat(capture.rules("acme")).extracting(CaptureRule::times).containsExactly(OptionalLong.of(1));
        assertThat(send(sms("acme", "a", "2"))).isInstanceOf(Outcome.Rejected.class);
        assertThat(capture.rules("acme")).isEmpty();
        assertThat(send(sms("acme", "a", "3"))).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void share_appliesByChanceElseTheNextRule() {
        capture.script(
                "acme",
                List.of(
                        rule(CaptureOutcome.REFUSE, OptionalLong.empty(), 0.3),
                        rule(CaptureOutcome.UNREGISTER, OptionalLong.empty(), 1)));
        luck.addAll(List.of(0.29, 0.3));
        assertThat(send(sms("acme", "a", "1"))).isInstanceOf(Outcome.Rejected.class);
        assertThat(send(sms("acme", "a", "2"))).isInstanceOf(Outcome.Unregistered.class);
    }

    @Test
    void hangingDelivery_isNotCapturedAcceptedOneIs() {
        capture.script(
                "acme",
                List.of(
                        rule(CaptureOutcome.HANG, OptionalLong.of(1), 1),
                        rule(CaptureOutcome.ACCEPT_THEN_TIMEOUT, OptionalLong.of(1), 1)));
        assertThat(send(sms("acme", "a", "hung"))).isInstanceOf(Outcome.Unclear.class);
        assertThat(send(sms("acme", "a", "taken"))).isInstanceOf(Outcome.Unclear.class);
        assertThat(texts(captured("acme"))).containsExactly("taken");
    }

    @Test
    void hangingDelivery_endsAtItsTimeout() {
        Provider patient = open(Duration.ofDays(1));
        capture.script("acme", List.of(rule(CaptureOutcome.HANG, OptionalLong.empty(), 1)));
        CompletableFuture<Outcome> outcome = patient.deliver(sms("acme", "a", "1"));
        assertThat(outcome).isNotDone();
        outcome.cancel(false);
        patient.close();
    }

    @Test
    void withoutScript_allIsAccepted() {
        capture.script("acme", List.of(rule(CaptureOutcome.REFUSE, OptionalLong.empty(), 1)));
        capture.script("acme", List.of());
        assertThat(send(sms("acme", "a", "1"))).isInstanceOf(Outcome.Accepted.class);
    }

    /** All times are shown in milliseconds. */
    @Test
    void captureTime_isInMilliseconds() {
        InstantSource precise = InstantSource.fixed(NOW.plusNanos(123_456_789));
        try (Provider exact = capture.open(
                new ProviderSettings(capture, Map.of()),
                new ProviderKind.ProviderContext(precise, Duration.ofMillis(50), receipt -> {}))) {
            exact.deliver(sms("acme", "bob", "hello")).join();
        }
        assertThat(capture.list("acme", any -> true, Long.MAX_VALUE, 1).get(0).at())
                .isEqualTo(NOW.plusMillis(123));
    }
}
