package dev.tidings.server;

import dev.tidings.channels.capture.CaptureKind;
import dev.tidings.channels.capture.CaptureOutcome;
import dev.tidings.channels.capture.CaptureRule;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.ApiKeyScope;
import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.core.metadata.PreferencePatch;
import dev.tidings.core.metadata.Tenant;
import dev.tidings.core.metadata.TokenSecret;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Recurrence;
import dev.tidings.core.model.Template;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.auth.KeyMint;
import dev.tidings.server.inbox.InboxFilter;
import dev.tidings.server.inbox.Mark;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.provider.AccountDraft;
import dev.tidings.server.recurring.RecurrenceDefinition;
import dev.tidings.server.service.Service;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Leaves traces of a tenant in every store.
 *
 * @param marker part of every name and text of the tenant
 */
record TenantTraces(TestService tidings, String tenant, String marker) {
    private static final String ACTOR = "test";
    private static final AtomicInteger KEYS = new AtomicInteger();

    private Service service() {
        return tidings.service();
    }

    String user() {
        return "ann-" + marker;
    }

    private String to() {
        return "{\"user\":\"" + user() + "\"}";
    }

    boolean addTenant() {
        return service().storage().metadata().tenants().add(new Tenant(tenant, "The " + marker, Instant.EPOCH), ACTOR);
    }

    UUID send(String to, String title, String more) {
        String json = "{\"to\":" + to + ",\"title\":\"" + title + " " + marker + "\"" + more + "}";
        return TestService.accepted(service()
                .pipeline()
                .intake()
                .submit(
                        new Sender(tenant, "key1"),
                        tidings.request(json),
                        Optional.of("order-" + marker + KEYS.incrementAndGet()))
                .join());
    }

    UUID send(String title) {
        return send(to(), title, "");
    }

    List<String> titles() {
        return service()
                .pipeline()
                .inbox()
                .page(key(user()), InboxFilter.ALL, 50, Optional.empty())
                .join()
                .items()
                .stream()
                .map(item -> item.content().title())
                .toList();
    }

    UserKey key(String user) {
        return new UserKey(tenant, user);
    }

    void leave() {
        addTenant();
        putCredentials();
        putUsers();
        putTypesAndTemplates();
        putServices();
        notifyUsers();
        planForLater();
        QuarantinedTraces.leave(
                service().storage(), tenant, Optional.of(user()), "{\"to\":" + to() + ",\"title\":\"poison\"}");
        service().erasures().request(key("gone-" + marker), ACTOR).join();
    }

    private void putCredentials() {
        service()
                .storage()
                .metadata()
                .apiKeys()
                .add(
                        KeyMint.mint(tenant, "key " + marker, Set.of(ApiKeyScope.SEND), Instant.EPOCH)
                                .key(),
                        ACTOR);
        service()
                .storage()
                .metadata()
                .tokenSecrets()
                .add(new TokenSecret("kid-" + marker, tenant, new byte[32], Instant.EPOCH, Optional.empty()), ACTOR);
    }

    void putUsers() {
        UserChange profile = new UserChange(
                user(),
                Optional.of(marker + "@example.org"),
                Optional.of("+4915112345678"),
                Optional.empty(),
                Optional.of("de"),
                Optional.empty());
        service().users().contacts().put(tenant, List.of(profile), ACTOR).join();
        service()
                .users()
                .contacts()
                .register(
                        key(user()),
                        new DeviceRegistration(
                                "phone-" + marker,
                                AddressKind.FCM,
                                "token-" + marker,
                                Optional.empty(),
                                Optional.empty()),
                        ACTOR)
                .join();
        service()
                .users()
                .preferences()
                .change(
                        key(user()),
                        new PreferencePatch(Map.of(Channel.SMS, Optional.of(true)), Map.of(), Map.of()),
                        ACTOR)
                .join();
    }

    private void putTypesAndTemplates() {
        for (String name : List.of("order", "old")) {
            NotificationType type = NotificationType.withDefaults(name + "-" + marker);
            service().users().types().put(tenant, type, ACTOR).join();
        }
        service().users().types().delete(tenant, "old-" + marker, ACTOR).join();
        Template template = new Template(
                "order-" + marker,
                Channel.IN_APP,
                "und",
                0,
                Template.State.ACTIVE,
                Map.of("title", "Order {{id}} " + marker),
                Set.of("id"),
                Instant.EPOCH);
        service().users().templates().put(tenant, template, ACTOR).join();
    }

    private void putServices() {
        service()
                .delivery()
                .endpoints()
                .add(tenant, "https://" + marker + ".invalid/", Set.of(WebhookEventKind.values()), ACTOR);
        AccountDraft account = new AccountDraft(
                service().delivery().providers().kinds().find(CaptureKind.NAME).orElseThrow(),
                Map.of(),
                0,
                true,
                10,
                0,
                Duration.ofSeconds(10));
        service().delivery().providers().put(tenant, "mail-" + marker, account, ACTOR);
    }

    private void notifyUsers() {
        UUID read = send("hello");
        tidings.drain();
        service().pipeline().inbox().mark(key(user()), read, Mark.READ).join();
        send(to(), "mail", ",\"channels\":[\"email\",\"push\"]");
        send("{\"users\":[\"" + user() + "\",\"bob-" + marker + "\"]}", "list", "");
        String order = "{\"to\":" + to() + ",\"type\":\"order-" + marker + "\",\"data\":{\"id\":7}}";
        TestService.accepted(service()
                .pipeline()
                .intake()
                .submit(new Sender(tenant, "key1"), tidings.request(order), Optional.empty())
                .join());
        tidings.drain();
        script(CaptureOutcome.REFUSE);
        send(to(), "dead", ",\"channels\":[\"email\"]");
        tidings.drain();
        script(CaptureOutcome.RETRY);
        send(to(), "retried", ",\"channels\":[\"sms\"]");
        tidings.drain();
    }

    private void script(CaptureOutcome outcome) {
        CaptureRule rule = new CaptureRule(
                Optional.empty(), Optional.empty(), outcome, Duration.ofMinutes(5), OptionalLong.empty(), 1);
        service().delivery().capture().script(tenant, List.of(rule));
    }

    private void planForLater() {
        send(to(), "later", ",\"delay\":\"PT1H\"");
        Recurrence everyMinute =
                new Recurrence(new Recurrence.Cron("* * * * *"), ZoneId.of("UTC"), Optional.empty(), Optional.empty());
        String request = "{\"to\":" + to() + ",\"title\":\"often " + marker + "\"}";
        service()
                .pipeline()
                .recurring()
                .put(
                        tenant,
                        "daily-" + marker,
                        new RecurrenceDefinition(everyMinute, false, MissedPolicy.SKIP, request),
                        ACTOR);
        tidings.drain();
    }
}
