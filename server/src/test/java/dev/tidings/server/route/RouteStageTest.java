package dev.tidings.server.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.TestService;
import dev.tidings.server.TestTenant;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.pipeline.Quarantine;
import dev.tidings.server.provider.SampleKind;
import dev.tidings.server.service.Overrides;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Batch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the route stage on real storage: it opens only the providers that a decision needs, and keeps stored decisions. */
class RouteStageTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    private final SteppedClock clock = new SteppedClock();
    private final SampleKind sms = new SampleKind("sample-sms", AddressKind.PHONE);
    private final SampleKind apns = new SampleKind("sample-apns", AddressKind.APNS);
    private TestService tidings;

    @BeforeEach
    void start() {
        Overrides overrides = Overrides.NONE.withProviderKinds(List.of(sms, apns));
        tidings = new TestService(folder, clock, Map.of(), overrides);
        for (SampleKind kind : List.of(sms, apns)) {
            Map<String, String> settings = Map.of("host", "h", "password", "hunter2");
            tidings.tenant().putAccount(kind.name(), kind.name(), settings, 0, true, TIMEOUT);
        }
        tidings.tenant().putUser("bob", Map.of("phone", "+4915112345678"));
        tidings.tenant().allow("bob", Channel.SMS, true);
        // Storing an account opens it.
        tidings.restart();
        sms.opened.clear();
        apns.opened.clear();
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    private Notification notification(Channel channel, Instant expiresAt) {
        UUID id = UuidV7.of(clock.millis(), 0, 1);
        byte[] request = "{\"to\":{\"user\":\"bob\"},\"title\":\"x\"}".getBytes(UTF_8);
        return new Notification(
                TestTenant.NAME,
                id,
                id,
                "default",
                Priority.NORMAL,
                Set.of(channel),
                null,
                expiresAt,
                "key1",
                null,
                0,
                request);
    }

    private void route(Notification notification, boolean redelivered) {
        Envelope envelope = new Envelope(notification, Optional.of("bob"), false, redelivered);
        tidings.service()
                .storage()
                .log()
                .append(List.of(EnvelopeCodec.entry(envelope)))
                .join();
        tidings.drain();
        assertThat(Quarantine.of(tidings.service().storage()).list(Stage.ROUTE, 1))
                .isEmpty();
    }

    private String routed(Channel channel, Instant expiresAt) {
        Notification notification = notification(channel, expiresAt);
        route(notification, false);
        return tidings.state("bob", notification.id());
    }

    private void store(Notification n, String decision, Instant decidedAt) {
        NotificationRow row = new NotificationRow(
                n.tenant(),
                "bob",
                Buckets.month(n.position()),
                n.position(),
                n.id(),
                n.type(),
                decision,
                decidedAt,
                0,
                Map.of());
        tidings.service()
                .storage()
                .engine()
                .writeAndWait(Batch.acrossPartitions(List.of(NotificationRow.TABLE.upsert(row))));
    }

    @Test
    void outboundNotification_opensItsProvider() {
        Notification notification = notification(Channel.SMS, null);
        route(notification, false);
        tidings.awaitState("bob", notification.id(), "sent");
        assertThat(sms.opened).hasSize(1);
    }

    @Test
    void optedOutUser_needsNoProvider() {
        tidings.tenant().allow("bob", Channel.SMS, false);
        assertThat(routed(Channel.SMS, null)).isEqualTo("suppressed opted_out");
        assertThat(sms.opened).isEmpty();
    }

    @Test
    void expiredNotification_needsNoProvider() {
        assertThat(routed(Channel.SMS, clock.instant())).isEqualTo("expired");
        assertThat(sms.opened).isEmpty();
    }

    @Test
    void userWithoutAddress_needsNoProvider() {
        assertThat(routed(Channel.PUSH, null)).isEqualTo("suppressed no_address");
        assertThat(apns.opened).isEmpty();
    }

    /** The only device of the user has an address of another kind. */
    @Test
    void otherAddressKind_needsNoProvider() {
        tidings.tenant().putDevice("bob", "phone");
        Notification notification = notification(Channel.PUSH, null);
        route(notification, false);
        tidings.awaitState("bob", notification.id(), "sent");
        assertThat(apns.opened).isEmpty();
    }

    @Test
    void storedDecision_needsNoProvider() {
        Notification notification = notification(Channel.SMS, null);
        store(notification, "{\"sms\":\"suppressed no_content\"}", clock.instant());
        route(notification, true);
        assertThat(tidings.state("bob", notification.id())).isEqualTo("suppressed no_content");
        assertThat(sms.opened).isEmpty();
    }

    @Test
    void storedDecision_mayLackItsTime() {
        Notification notification = notification(Channel.IN_APP, null);
        store(notification, "{\"in_app\":\"sent\"}", null);
        route(notification, true);
        assertThat(tidings.titles("bob")).containsExactly("x");
    }
}
