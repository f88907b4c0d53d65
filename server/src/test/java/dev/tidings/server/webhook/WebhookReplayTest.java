package dev.tidings.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.WebhookEventKind;
import dev.tidings.server.TestService;
import dev.tidings.server.inbox.Mark;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a replay covers every stored event, also after the clock was set. */
class WebhookReplayTest {
    private static final String TENANT = TestService.SENDER.tenant();
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock();
    private WebhookServer receiver;
    private TestService tidings;

    @BeforeEach
    void start() throws IOException {
        receiver = new WebhookServer(clock);
        tidings = new TestService(folder, clock, Map.of("TIDINGS_CHANNELS_ALLOW_PRIVATE", "true"));
    }

    @AfterEach
    void stop() {
        tidings.close();
        receiver.close();
    }

    private void awaitCalls(int count) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (receiver.calls().size() < count && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        assertThat(receiver.calls()).as("in time").hasSize(count);
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
        awaitCalls(1);
        clock.stepBack(Duration.ofHours(3));
        int told = tidings.service()
                .delivery()
                .webhookReplay()
                .replaySince(TENANT, made.endpoint().id(), clock.instant().minusSeconds(60))
                .orElseThrow()
                .join();
        assertThat(told).isEqualTo(1);
        awaitCalls(2);
    }
}
