package dev.tidings.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.server.TestService;
import dev.tidings.server.TestTenant;
import dev.tidings.server.inbox.Mark;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a replay covers every stored event, also after the clock was set. */
class WebhookReplayTest {
    private static final String TENANT = TestTenant.NAME;

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock();
    private WebhookServer receiver;
    private TestService tidings;

    @BeforeEach
    void start() throws IOException {
        receiver = new WebhookServer(clock);
        tidings = TestService.in(folder).clock(clock).allowPrivateAddresses().start();
    }

    @AfterEach
    void stop() {
        tidings.close();
        receiver.close();
    }

    @Test
    void eventsBeforeTheClockWasSetBack_areReplayed() {
        Endpoints.EndpointWithSecret made = tidings.service()
                .delivery()
                .endpoints()
                .add(TENANT, receiver.endpoint(1), Set.of(WebhookEventKind.NOTIFICATION_READ), "test");
        receiver.acceptSecret(made.secret().reveal());
        clock.advance(Duration.ofHours(3));
        UUID id = tidings.sendTo("bob", "from a clock that was wrong");
        tidings.service()
                .pipeline()
                .inbox()
                .mark(TestService.user("bob"), id, Mark.READ)
                .join();
        Await.untilEqual(() -> receiver.calls().size(), 1);
        clock.stepBack(Duration.ofHours(3));
        int replayed = tidings.service()
                .delivery()
                .webhookReplay()
                .replaySince(TENANT, made.endpoint().id(), clock.instant().minusSeconds(60))
                .orElseThrow()
                .join();
        assertThat(replayed).isEqualTo(1);
        Await.untilEqual(() -> receiver.calls().size(), 2);
    }
}
