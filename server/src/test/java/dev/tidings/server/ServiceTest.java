package dev.tidings.server;

import static dev.tidings.server.TestService.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.StatusText;
import dev.tidings.server.explain.DeliveryView;
import dev.tidings.server.explain.NotificationDetails;
import dev.tidings.server.explain.UserDeliveries;
import dev.tidings.server.inbox.InboxItem;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** End-to-end tests of the service: from a request to the inbox and the trace. */
class ServiceTest {
    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-11-12T13:14:15.161Z"));
    private TestService tidings;

    @BeforeEach
    void start() {
        tidings = new TestService(folder, clock);
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    @Test
    void sentNotification_isInTheInboxComplete() {
        Instant expires = Instant.ofEpochMilli(clock.millis()).plus(Duration.ofDays(1));
        UUID id = tidings.send("{\"to\":{\"user\":\"zoë\"},\"title\":\"Hello\",\"body\":\"world\",\"data\":{\"n\": 1},"
                + "\"deepLink\":\"app://here\",\"priority\":\"high\",\"expiresAt\":\"" + expires + "\"}");
        tidings.drain();
        InboxItem item = tidings.inbox("zoë").get(0);
        assertThat(item.id()).isEqualTo(id);
        assertThat(item.type()).isEqualTo("default");
        assertThat(item.priority()).isEqualTo("high");
        assertThat(item.content().title()).isEqualTo("Hello");
        assertThat(item.content().body()).isEqualTo("world");
        assertThat(item.content().data()).isEqualTo("{\"n\": 1}");
        assertThat(item.content().deepLink()).isEqualTo("app://here");
        assertThat(item.expiresAt()).isEqualTo(expires);
        assertThat(item.readAt()).isNull();
        assertThat(tidings.unread("zoë")).isEqualTo(1);
    }

    @Test
    void userList_reachesEachUserOnceAndIsStoredOnce() {
        List<String> users = IntStream.range(0, 300).mapToObj(i -> "usr_" + i).toList();
        String names = users.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(","));
        UUID id = tidings.send("{\"to\":{\"users\":[" + names + ",\"usr_0\"]},\"title\":\"All of you\"}");
        tidings.drain();
        for (String user : users) {
            assertThat(tidings.inbox(user)).as(user).singleElement().satisfies(item -> {
                assertThat(item.id()).isEqualTo(id);
                assertThat(item.content().title()).isEqualTo("All of you");
            });
        }
        NotificationDetails details =
                tidings.service().pipeline().trace().details("acme", id).join().orElseThrow();
        assertThat(details.targetType()).isEqualTo("users");
        assertThat(details.recipientCount()).isEqualTo(300);
        assertThat(tidings.service()
                        .pipeline()
                        .trace()
                        .recipients("acme", id, 1_000, Optional.empty())
                        .join()
                        .orElseThrow()
                        .items())
                .containsExactlyInAnyOrderElementsOf(users);
    }

    @Test
    void trace_explainsEachDelivery() {
        UUID id =
                tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"channels\":[\"in_app\",\"email\",\"sms\"]}");
        tidings.drain();
        UserDeliveries deliveries = tidings.service()
                .pipeline()
                .trace()
                .deliveries("acme", id, "bob")
                .join()
                .orElseThrow();
        assertThat(deliveries.decidedAt()).isNotNull();
        assertThat(deliveries.deliveries())
                .containsExactly(
                        new DeliveryView("email", "suppressed", "no_address"),
                        new DeliveryView("in_app", "sent", null),
                        new DeliveryView("sms", "suppressed", "opted_out"));
        assertThat(tidings.service()
                        .pipeline()
                        .trace()
                        .deliveries("acme", id, "eve")
                        .join())
                .isEmpty();
        assertThat(tidings.service()
                        .pipeline()
                        .trace()
                        .deliveries("other", id, "bob")
                        .join())
                .isEmpty();
        assertThat(tidings.service().pipeline().trace().details("other", id).join())
                .isEmpty();
        assertThat(tidings.service()
                        .pipeline()
                        .trace()
                        .recipients("acme", id, 10, Optional.empty())
                        .join()
                        .orElseThrow()
                        .items())
                .containsExactly("bob");
        assertThat(tidings.service()
                        .pipeline()
                        .inbox()
                        .history(user("bob"), Instant.EPOCH, 10, Optional.empty())
                        .join()
                        .items())
                .singleElement()
                .satisfies(item -> assertThat(item.channels())
                        .containsEntry("in_app", new StatusText("sent", null))
                        .containsEntry("sms", new StatusText("suppressed", "opted_out")));
    }

    @Test
    void sentNotifications_areListedNewestFirst() {
        for (int i = 0; i < 25; i++) {
            tidings.sendTo("bob", "number " + i);
            clock.advance(Duration.ofMinutes(20));
        }
        Optional<String> cursor = Optional.empty();
        int count = 0;
        UUID last = null;
        do {
            var page = tidings.service()
                    .pipeline()
                    .trace()
                    .sent("acme", Instant.EPOCH, 4, cursor)
                    .join();
            for (var item : page.items()) {
                assertThat(last == null || item.id().compareTo(last) < 0).isTrue();
                last = item.id();
                count++;
            }
            cursor = page.next();
        } while (cursor.isPresent());
        assertThat(count).isEqualTo(25);
    }

    @Test
    void optOut_suppressesAndIsExplained() {
        tidings.tenant().allow("bob", Channel.IN_APP, false);
        UUID id = tidings.sendTo("bob", "not for him");
        assertThat(tidings.inbox("bob")).isEmpty();
        assertThat(tidings.unread("bob")).isZero();
        assertThat(tidings.service()
                        .pipeline()
                        .trace()
                        .deliveries("acme", id, "bob")
                        .join()
                        .orElseThrow()
                        .deliveries())
                .containsExactly(new DeliveryView("in_app", "suppressed", "opted_out"));
    }

    @Test
    void requiredType_ignoresOptOuts() {
        tidings.tenant()
                .putType(new NotificationType(
                        "password_code",
                        Optional.of("security"),
                        Set.of(Channel.IN_APP),
                        Priority.CRITICAL,
                        OptionalInt.empty(),
                        true));
        tidings.tenant().allow("bob", Channel.IN_APP, false);
        tidings.send("{\"to\":{\"user\":\"bob\"},\"type\":\"password_code\",\"title\":\"1234\"}");
        tidings.drain();
        assertThat(tidings.inbox("bob")).hasSize(1);
    }

    @Test
    void rateLimit_holdsAcrossARestart() {
        tidings.tenant()
                .putType(new NotificationType(
                        "offer", Optional.empty(), Set.of(Channel.IN_APP), Priority.NORMAL, OptionalInt.of(3), false));
        clock.advanceTo(clock.instant().plusSeconds(3600).truncatedTo(java.time.temporal.ChronoUnit.HOURS));
        for (int i = 0; i < 2; i++) {
            offer();
        }
        tidings.restart();
        for (int i = 0; i < 3; i++) {
            offer();
        }
        assertThat(tidings.inbox("bob")).hasSize(3);
        clock.advance(Duration.ofHours(1));
        offer();
        assertThat(tidings.inbox("bob")).hasSize(4);
    }

    /** A cache of one user, so that nearly every access misses. */
    @Test
    void rateLimitAndCounts_areExactWithoutACache() {
        tidings.close();
        tidings = TestService.in(folder)
                .clock(clock)
                .option("TIDINGS_HOT_USERS", "1")
                .start();
        tidings.tenant()
                .putType(new NotificationType(
                        "offer", Optional.empty(), Set.of(Channel.IN_APP), Priority.NORMAL, OptionalInt.of(3), false));
        List<String> users = List.of("bob", "eve", "zoë");
        for (int i = 0; i < 10; i++) {
            tidings.send("{\"to\":{\"users\":[\"bob\",\"eve\",\"zoë\"]},\"type\":\"offer\",\"title\":\"buy\"}");
            users.forEach(user -> tidings.unread(user));
        }
        tidings.drain();
        for (String user : users) {
            assertThat(tidings.inbox(user)).as(user).hasSize(3);
            assertThat(tidings.unread(user)).as(user).isEqualTo(3);
        }
    }

    private void offer() {
        tidings.send("{\"to\":{\"user\":\"bob\"},\"type\":\"offer\",\"title\":\"buy\"}");
        tidings.drain();
    }

    @Test
    void expiredNotification_isNeitherShownNorCounted() {
        Instant soon = Instant.ofEpochMilli(clock.millis()).plusSeconds(10);
        tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"quick\",\"expiresAt\":\"" + soon + "\"}");
        tidings.drain();
        tidings.sendTo("bob", "keeps");
        assertThat(tidings.unread("bob")).isEqualTo(2);
        clock.advance(Duration.ofSeconds(11));
        assertThat(tidings.unread("bob")).isEqualTo(1);
        assertThat(tidings.titles("bob")).containsExactly("keeps");
    }

    @Test
    void unknownTypeAndTooHighPriority_areRejected() {
        tidings.tenant()
                .putType(new NotificationType(
                        "order_shipped",
                        Optional.empty(),
                        Set.of(Channel.IN_APP),
                        Priority.NORMAL,
                        OptionalInt.empty(),
                        false));
        assertThat(tidings.submit(
                        "{\"to\":{\"user\":\"bob\"},\"type\":\"order_shiped\",\"title\":\"x\"}", Optional.empty()))
                .isEqualTo(new SubmitResult.UnknownType("order_shiped", Optional.of("order_shipped")));
        assertThat(tidings.submit(
                        "{\"to\":{\"user\":\"bob\"},\"type\":\"order_shipped\",\"title\":\"x\",\"priority\":\"high\"}",
                        Optional.empty()))
                .isEqualTo(new SubmitResult.PriorityNotAllowed("order_shipped", Priority.HIGH, Priority.NORMAL));
        assertThat(tidings.service().storage().backlog()).isZero();
    }
}
