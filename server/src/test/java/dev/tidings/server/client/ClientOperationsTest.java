package dev.tidings.server.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidings.client.MyAccount;
import dev.tidings.client.ProblemException;
import dev.tidings.client.Templates;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.UserAccount;
import dev.tidings.client.model.Accepted;
import dev.tidings.client.model.ApiKey;
import dev.tidings.client.model.CaptureRule;
import dev.tidings.client.model.CapturedMessage;
import dev.tidings.client.model.Channel;
import dev.tidings.client.model.DeadLetter;
import dev.tidings.client.model.DeliveryState;
import dev.tidings.client.model.Device;
import dev.tidings.client.model.DeviceRegistration;
import dev.tidings.client.model.Explanation;
import dev.tidings.client.model.InboxItem;
import dev.tidings.client.model.Notification;
import dev.tidings.client.model.NotificationDetails;
import dev.tidings.client.model.NotificationType;
import dev.tidings.client.model.PreferenceChange;
import dev.tidings.client.model.Priority;
import dev.tidings.client.model.Provider;
import dev.tidings.client.model.QuietHours;
import dev.tidings.client.model.Recurring;
import dev.tidings.client.model.RecurringSchedule;
import dev.tidings.client.model.ScheduledNotification;
import dev.tidings.client.model.Scope;
import dev.tidings.client.model.SendTime;
import dev.tidings.client.model.Template;
import dev.tidings.client.model.TemplatePreview;
import dev.tidings.client.model.Tenant;
import dev.tidings.client.model.TokenSecret;
import dev.tidings.client.model.User;
import dev.tidings.client.model.Webhook;
import dev.tidings.client.model.WebhookEvent;
import dev.tidings.testkit.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls of all groups of the client against a real server: requests are accepted, and results have their values. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ClientOperationsTest {
    private static final Instant LONG_AGO = Instant.now().minus(Duration.ofDays(1));

    private RunningServer server;
    private TidingsClient tidings;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws Exception {
        server = new RunningServer(folder.resolve("data"));
        tidings = server.client();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(20);
        }
    }

    private String sendAndAwait(Notification notification, String user) throws InterruptedException {
        long before = tidings.user(user).inbox().stream().count();
        String id = tidings.notifications().send(notification).id();
        await(() -> tidings.user(user).inbox().stream().count() > before);
        return id;
    }

    @Test
    void notification_isTraced() throws Exception {
        Notification hello = Notification.to("ann")
                .title("Hello")
                .priority(Priority.HIGH)
                .deepLink("app://orders/1")
                .expiresAt(Instant.now().plus(Duration.ofDays(1)))
                .idempotencyKey("hello-1")
                .build();
        String id = sendAndAwait(hello, "ann");

        assertThat(tidings.notifications().send(hello).replayed()).isTrue();
        NotificationDetails details = tidings.notifications().get(id);
        assertThat(details.status()).isEqualTo("sent");
        assertThat(details.priority()).isEqualTo(Priority.HIGH);
        assertThat(details.idempotencyKey()).isEqualTo("hello-1");
        assertThat(details.request().path("title").asText()).isEqualTo("Hello");
        assertThat(tidings.notifications().deliveries(id, "ann").state(Channel.IN_APP))
                .isEqualTo(DeliveryState.SENT);
        Explanation why = tidings.notifications().explain(id, "ann");
        assertThat(why.channels().get(0).decided().state()).isEqualTo("sent");
        assertThat(why.channels().get(0).now().state()).isEqualTo("sent");
        Explanation.ChannelDecision planned = tidings.notifications()
                .dryRun(Notification.to("ann")
                        .title("Hello")
                        .channels(Channel.EMAIL)
                        .build())
                .get(0)
                .channels()
                .get(0);
        assertThat(planned.decided().reason()).isEqualTo("no_address");
        assertThat(planned.because().get(0).step()).isNotEmpty();
        assertThat(tidings.notifications().recipients(id)).containsExactly("ann");
        assertThat(tidings.notifications().list(LONG_AGO).stream())
                .anyMatch(sent -> sent.id().equals(id));
    }

    @Test
    void scheduledNotifications_areListed() {
        Instant in2Days = Instant.now().plus(Duration.ofDays(2));
        Accepted one = tidings.notifications()
                .send(Notification.to("ann")
                        .title("Hello")
                        .at(SendTime.in(Duration.ofDays(3)))
                        .build());
        Accepted many = tidings.notifications()
                .send(Notification.to(List.of("ann", "bob"))
                        .title("Hello")
                        .at(SendTime.in(Duration.ofDays(1)))
                        .build());
        assertThat(tidings.notifications().scheduled())
                .extracting(
                        ScheduledNotification::id,
                        ScheduledNotification::sendAt,
                        ScheduledNotification::targetType,
                        ScheduledNotification::targetId,
                        ScheduledNotification::recipientCount)
                .containsExactly(
                        tuple(many.id(), many.sendAt(), "users", null, 2L),
                        tuple(one.id(), one.sendAt(), "user", "ann", 1L));
        assertThat(tidings.notifications().scheduled(in2Days, null))
                .extracting(ScheduledNotification::id)
                .containsExactly(one.id());
        assertThat(tidings.notifications().scheduled(null, in2Days))
                .extracting(ScheduledNotification::id)
                .containsExactly(many.id());
    }

    @Test
    void inbox_isTheSameForTenantAndUser() throws Exception {
        String id = sendAndAwait(Notification.to("ann").title("Hello").build(), "ann");
        MyAccount me = tidings.withToken(
                        tidings.users().token("ann", Duration.ofMinutes(5)).token())
                .me();
        for (UserAccount account : List.of(tidings.user("ann"), me)) {
            account.markRead(id);
            assertThat(account.unread()).isZero();
            account.markUnread(id);
            account.archive(id);
            assertThat(account.inbox(UserAccount.InboxFilter.ARCHIVED))
                    .extracting(InboxItem::id)
                    .containsExactly(id);
            account.unarchive(id);
            assertThat(account.markAllRead()).isEqualTo(1);
            account.markUnread(id);
            assertThat(account.history(LONG_AGO).iterator().next().deliveries()).isNotEmpty();
            assertThat(account.scheduled()).isEmpty();
        }
        me.acknowledge(id);
        assertThat(me.ticket().ticket()).isNotEmpty();
    }

    @Test
    void usersDevicesAndPreferences_areStored() {
        tidings.users()
                .putAll(List.of(
                        User.of("ann").withEmail("ann@example.com").withLocale("pt-BR"),
                        User.of("bob").withPhone("+4915112345678")));
        assertThat(tidings.users().list()).extracting(User::id).containsExactly("ann", "bob");
        assertThat(tidings.users().get("ann").locale()).isEqualTo("pt-BR");
        assertThat(tidings.users().change("bob", Map.of("locale", "de"))).returns("+4915112345678", User::phone);
        assertThat(tidings.users()
                        .change("bob", Collections.singletonMap("locale", null))
                        .locale())
                .isNull();
        tidings.types().put(NotificationType.named("digest").withCategory("news"));
        assertThat(tidings.types().change("digest", Map.of("perUserAndHour", 3)))
                .returns("news", NotificationType::category)
                .returns(3, NotificationType::perUserAndHour);
        UserAccount ann = tidings.user("ann");
        Device device = ann.putDevice("pixel", DeviceRegistration.android("token-of-the-device"));
        assertThat(device.kind()).isEqualTo("fcm");
        assertThat(ann.devices()).containsExactly(device);
        ann.deleteDevice("pixel");
        QuietHours night = new QuietHours(LocalTime.of(22, 0), LocalTime.of(7, 0), ZoneId.of("Europe/Berlin"));
        ann.changePreferences(new PreferenceChange()
                .category("news", Channel.EMAIL, false)
                .type("digest", Channel.PUSH, false)
                .quietHours(night));
        assertThat(ann.preferences().quietHours()).isEqualTo(night);
        assertThat(ann.preferences().categories()).containsEntry("news", Map.of(Channel.EMAIL, false));
        assertThat(tidings.users().erasure(tidings.users().erase("carl").id()).requestedAt())
                .isNotNull();
        tidings.users().delete("bob");
        assertThatThrownBy(() -> tidings.users().get("bob")).isInstanceOf(ProblemException.class);
    }

    @Test
    void typesAndTemplates_areStored() {
        NotificationType type = NotificationType.named("order_shipped")
                .withCategory("orders")
                .withMaxPriority(Priority.HIGH)
                .withPerUserAndHour(5)
                .withExpiresAfter(Duration.ofMinutes(15));
        assertThat(tidings.types().put(type).expiresAfter()).isEqualTo(Duration.ofMinutes(15));
        assertThat(tidings.types().list()).extracting(NotificationType::name).contains("order_shipped");

        Templates templates = tidings.templates("order_shipped");
        Map<String, String> parts = Map.of("title", "Order {{order}}");
        Template stored = templates.put(Channel.PUSH, "und", parts, List.of("order"));
        assertThat(stored.parts()).isEqualTo(parts);
        assertThat(templates.get(Channel.PUSH, "und")).isEqualTo(stored);
        assertThat(templates.list()).containsExactly(stored);
        TemplatePreview values = new TemplatePreview(Map.of("order", "A-17"), null, null, null, null);
        assertThat(templates.preview(Channel.PUSH, "und", values)).containsEntry("title", "Order A-17");
        assertThat(templates.deactivate(Channel.PUSH, "und").state()).isEqualTo("inactive");
        assertThat(templates.activate(Channel.PUSH, "und").state()).isEqualTo("active");
        assertThat(templates.versions(Channel.PUSH, "und")).isNotEmpty();
        templates.delete(Channel.PUSH, "und");
        tidings.types().delete("order_shipped");
    }

    @Test
    void recurringSchedules_areManaged() {
        RecurringSchedule schedule = RecurringSchedule.every(
                        Duration.ofMinutes(15),
                        Notification.to("ann").title("Another quarter").build())
                .between(Instant.parse("2030-01-31T00:00:00Z"), null)
                .catchingUp();
        Recurring stored = tidings.recurring().put("quarters", schedule);
        assertThat(stored.every()).isEqualTo(Duration.ofMinutes(15));
        assertThat(stored.missed()).isEqualTo("catch_up");
        assertThat(tidings.recurring().pause("quarters").paused()).isTrue();
        assertThat(tidings.recurring().resume("quarters").next()).hasSize(5);
        assertThat(tidings.recurring().list()).extracting(Recurring::name).containsExactly("quarters");
        tidings.recurring().delete("quarters");
    }

    @Test
    void providersAndCapturedMessages_areManaged() throws Exception {
        assertThat(tidings.providers().kinds()).isNotEmpty();
        Provider mail = Provider.of("mail", "capture", Map.of()).withLimits(10, 5, Duration.ofSeconds(3));
        assertThat(tidings.providers().put(mail).timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(tidings.providers().put(tidings.providers().get("mail")).perSecond())
                .isEqualTo(5);
        assertThat(tidings.providers().list()).hasSize(1);
        tidings.providers().delete("mail");

        tidings.users().put(User.of("ann").withEmail("ann@example.com"));
        tidings.captured().script(List.of(new CaptureRule(Channel.EMAIL, null, "refuse", null, 1, null)));
        Notification letter =
                Notification.to("ann").title("Hello").channels(Channel.EMAIL).build();
        tidings.notifications().send(letter);
        await(() -> tidings.deadLetters().list().iterator().hasNext());
        DeadLetter dead = tidings.deadLetters().list().iterator().next();
        assertThat(dead.channel()).isEqualTo(Channel.EMAIL);
        tidings.deadLetters().replay(dead.id());
        await(() -> tidings.captured().list(Channel.EMAIL, "ann").iterator().hasNext());
        CapturedMessage captured = tidings.captured().list().iterator().next();
        assertThat(captured.address()).isEqualTo("ann@example.com");
        tidings.captured().clear();
        assertThat(tidings.captured().list()).isEmpty();
    }

    @Test
    void webhooks_areManaged() {
        Webhook created = tidings.webhooks().add("https://example.com/tidings", WebhookEvent.DELIVERY_FAILED);
        assertThat(created.secret()).startsWith("whsec_");
        assertThat(created.events()).containsExactly(WebhookEvent.DELIVERY_FAILED);
        assertThat(tidings.webhooks().change(created.id(), null, List.of()).events())
                .isEmpty();
        assertThat(tidings.webhooks()
                        .rotateSecret(created.id(), Duration.ofHours(1))
                        .secret())
                .isNotEqualTo(created.secret());
        assertThat(tidings.webhooks().resume(created.id()).paused()).isNull();
        assertThat(tidings.webhooks().replay(created.id(), LONG_AGO)).isZero();
        assertThat(tidings.webhooks().list()).containsExactly(tidings.webhooks().get(created.id()));
        tidings.webhooks().delete(created.id());
    }

    @Test
    void tenantsKeysAndSecrets_areManaged() {
        assertThat(tidings.tenants().add("shop", "The shop").name()).isEqualTo("The shop");
        assertThat(tidings.tenants().list()).extracting(Tenant::id).contains("shop");
        ApiKey key = tidings.tenants().addKey("shop", "checkout", Scope.SEND, Scope.READ);
        assertThat(key.key()).startsWith("tk_");
        assertThat(key.scopes()).containsExactly(Scope.SEND, Scope.READ);
        assertThat(tidings.tenants().rotateKey("shop", key.id()).previousUntil())
                .isAfter(Instant.now());
        tidings.tenants().revokeKey("shop", key.id());
        assertThat(tidings.tenants().keys("shop"))
                .singleElement()
                .satisfies(listed -> assertThat(listed.revokedAt()).isNotNull());
        assertThat(tidings.tenants().delete("shop").tenant()).isEqualTo("shop");
        Await.until(() -> tidings.tenants().deletion("shop").isComplete());
        assertThat(tidings.tenants().deletion("shop").removed()).containsKey("settings");
        assertThat(tidings.tenants().list()).extracting(Tenant::id).doesNotContain("shop");
        TokenSecret secret = tidings.access().addTokenSecret();
        tidings.access().revokeTokenSecret(secret.kid());
        assertThat(tidings.access().tokenSecrets()).extracting(TokenSecret::kid).contains(secret.kid());
        assertThat(tidings.access().audit()).isNotEmpty();
        assertThat(tidings.call("GET", "/v1/schedule", null, Map.of()).path("layouts"))
                .isNotEmpty();
    }
}
