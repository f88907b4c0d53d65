package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.core.model.Channel;
import dev.tidings.server.inbox.Mark;
import dev.tidings.server.webhook.Endpoints;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.delivery.ProviderSimulator.Behaviour;
import dev.tidings.testkit.delivery.simulator.ReceivedCall;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** End-to-end tests of webhook events over a real connection. The receiver accepts only events signed with its endpoint's secret. */
class WebhookEventsTest {
    private static final String TENANT = TestTenant.NAME;

    @TempDir
    private Path folder;

    private WebhookServer receiver;
    private TestService tidings;

    @BeforeEach
    void start() throws IOException {
        receiver = new WebhookServer();
        tidings = TestService.in(folder)
                .retryDelays("10ms", "20ms")
                .allowPrivateAddresses()
                .start();
        tidings.tenant().putUser("bob", Map.of("email", "bob@example.org"));
    }

    @AfterEach
    void stop() {
        tidings.close();
        receiver.close();
    }

    private Endpoints.EndpointWithSecret endpoint(WebhookEventKind... events) {
        Endpoints.EndpointWithSecret made =
                tidings.service().delivery().endpoints().add(TENANT, receiver.endpoint(1), Set.of(events), "test");
        receiver.acceptSecret(made.secret().reveal());
        return made;
    }

    private UUID mail() {
        return tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"channels\":[\"email\"]}");
    }

    private UUID mailAndInbox() {
        return tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"x\",\"channels\":[\"email\",\"in_app\"]}");
    }

    private static String type(ReceivedCall call) {
        try {
            return new ObjectMapper()
                    .readTree(((Message.Webhook) call.message()).body())
                    .path("type")
                    .asText();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void endpoint_receivesDeliveryAndInboxEvents() {
        endpoint();
        UUID id = mailAndInbox();
        Await.until(() -> receiver.calls().size() == 2);
        tidings.service()
                .pipeline()
                .inbox()
                .mark(TestService.user("bob"), id, Mark.READ)
                .join();
        Await.until(() -> receiver.calls().size() == 3);
        assertThat(receiver.calls())
                .extracting(WebhookEventsTest::type)
                .containsExactly("delivery.sent", "delivery.sent", "notification.read");
        assertThat(receiver.calls().subList(0, 2))
                .extracting(call -> ((Message.Webhook) call.message()).body())
                .allMatch(body -> body.contains(id.toString()))
                .anyMatch(body -> body.contains("\"channel\":\"email\""))
                .anyMatch(body -> body.contains("\"channel\":\"in_app\""));
    }

    /** Each of the users, since each has an inbox of their own. */
    @Test
    void listOfUsers_hasAnEventPerInbox() {
        endpoint(WebhookEventKind.DELIVERY_SENT);
        tidings.send("{\"to\":{\"users\":[\"ann\",\"eve\"]},\"title\":\"x\"}");
        Await.until(() -> receiver.calls().size() == 2);
        assertThat(receiver.calls())
                .extracting(call -> ((Message.Webhook) call.message()).body())
                .anyMatch(body -> body.contains("\"user\":\"ann\""))
                .anyMatch(body -> body.contains("\"user\":\"eve\""));
    }

    @Test
    void suppressedNotification_hasNoEvent() {
        endpoint(WebhookEventKind.DELIVERY_SENT);
        tidings.tenant().allow("bob", Channel.IN_APP, false);
        mailAndInbox();
        Await.until(() -> receiver.calls().size() == 1);
        tidings.drain();
        assertThat(receiver.calls()).hasSize(1);
    }

    @Test
    void endpoint_receivesSubscribedEventsOnly() {
        endpoint(WebhookEventKind.NOTIFICATION_ARCHIVED);
        UUID id = mailAndInbox();
        tidings.drain();
        tidings.service()
                .pipeline()
                .inbox()
                .mark(TestService.user("bob"), id, Mark.READ)
                .join();
        tidings.service()
                .pipeline()
                .inbox()
                .mark(TestService.user("bob"), id, Mark.ARCHIVED)
                .join();
        Await.until(() -> !receiver.calls().isEmpty());
        tidings.drain();
        assertThat(receiver.calls()).extracting(WebhookEventsTest::type).containsExactly("notification.archived");
    }

    @Test
    void event_isRetriedWithTheSameIdUntilAccepted() {
        endpoint();
        receiver.script(receiver.endpoint(1), Behaviour.FAILS);
        mail();
        Await.until(() -> receiver.calls().size() >= 3);
        receiver.script(receiver.endpoint(1), Behaviour.ACCEPTS);
        Await.until(() -> receiver.calls().stream().anyMatch(ReceivedCall::accepted));
        assertThat(receiver.calls().stream().map(ReceivedCall::dedupeKey).distinct())
                .hasSize(1);
    }

    @Test
    void missedEvents_canBeReplayed() {
        Instant before = Instant.now().minusSeconds(1);
        Endpoints.EndpointWithSecret made = endpoint();
        mail();
        Await.until(() -> receiver.calls().size() == 1);
        int replayed = tidings.service()
                .delivery()
                .webhookReplay()
                .replaySince(TENANT, made.endpoint().id(), before)
                .orElseThrow()
                .join();
        assertThat(replayed).isEqualTo(1);
        Await.until(() -> receiver.calls().size() == 2);
        assertThat(receiver.calls().stream().map(ReceivedCall::dedupeKey).distinct())
                .hasSize(1);
        assertThat(tidings.service()
                        .delivery()
                        .webhookReplay()
                        .replaySince("globex", made.endpoint().id(), before))
                .isEmpty();
    }

    @Test
    void goneEndpoint_isPaused() {
        Endpoints.EndpointWithSecret made = endpoint();
        receiver.script(receiver.endpoint(1), Behaviour.UNKNOWN_ADDRESS);
        mail();
        Await.until(() -> tidings.service()
                .delivery()
                .endpoints()
                .find(TENANT, made.endpoint().id())
                .orElseThrow()
                .paused()
                .isPresent());
        int calls = receiver.calls().size();
        mail();
        tidings.drain();
        assertThat(receiver.calls()).hasSize(calls);
    }
}
