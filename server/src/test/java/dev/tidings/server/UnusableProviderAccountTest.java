package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.server.explain.Explanation;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of provider accounts that are unusable or disabled: deliveries wait or are suppressed, and are not captured instead. */
class UnusableProviderAccountTest {
    @TempDir
    private Path folder;

    private WebhookServer receiver;
    private TestService tidings;

    @BeforeEach
    void start() throws IOException {
        receiver = new WebhookServer();
        tidings = service();
        tidings.tenant().putUser("bob", Map.of("webhook", receiver.endpoint(1)));
    }

    @AfterEach
    void stop() {
        tidings.close();
        receiver.close();
    }

    private TestService service() {
        return TestService.in(folder)
                .retryDelays("1s", "2s")
                .allowPrivateAddresses()
                .start();
    }

    private void account(boolean enabled) {
        Map<String, String> settings = Map.of("secrets", WebhookServer.SECRET);
        tidings.tenant().putAccount("hook", "webhook", settings, 0, enabled, Duration.ofSeconds(5));
    }

    private UUID send() {
        return tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"Hello\",\"channels\":[\"webhook\"]}");
    }

    /** A missing encryption key can be restored: deliveries wait for it and name the reason. */
    @Test
    void undecryptableAccount_delaysItsDeliveries() throws IOException {
        account(true);
        tidings.close();
        Path key = folder.resolve("secret-keys");
        Path away = folder.resolve("secret-keys.away");
        Files.move(key, away);
        tidings = service();
        UUID id = send();
        Await.until(() -> !tidings.attempts("bob", id).isEmpty());
        assertThat(tidings.state("bob", id)).isEqualTo("pending");
        Explanation.LoggedAttempt attempt = tidings.attempts("bob", id).get(0);
        assertThat(attempt.code()).isEqualTo("account_unusable");
        assertThat(attempt.text()).contains("encrypted with the key");
        tidings.close();
        Files.move(away, key, StandardCopyOption.REPLACE_EXISTING);
        tidings = service();
        tidings.awaitState("bob", id, "sent");
        assertThat(receiver.calls()).hasSize(1);
    }

    @Test
    void disabledAccount_isNotReplacedByCapture() {
        account(false);
        UUID id = send();
        tidings.awaitState("bob", id, "suppressed no_provider");
        assertThat(tidings.captured()).isEmpty();
    }
}
