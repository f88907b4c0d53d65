package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.UserChange;
import dev.tidings.server.explain.Explanation;
import dev.tidings.server.provider.AccountDraft;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of provider accounts that are unusable or disabled: deliveries wait or are suppressed, and are not captured instead. */
class UnusableProviderAccountTest {
    private static final String TENANT = TestService.SENDER.tenant();

    @TempDir
    private Path folder;

    private WebhookServer receiver;
    private TestService tidings;

    @BeforeEach
    void start() throws IOException {
        receiver = new WebhookServer();
        tidings = service();
        tidings.service()
                .users()
                .contacts()
                .put(
                        TENANT,
                        List.of(new UserChange(
                                "bob",
                                Optional.empty(),
                                Optional.empty(),
                                Optional.of(receiver.endpoint(1)),
                                Optional.empty(),
                                Optional.empty())),
                        "test")
                .join();
    }

    @AfterEach
    void stop() {
        tidings.close();
        receiver.close();
    }

    private TestService service() {
        return new TestService(
                folder,
                InstantSource.system(),
                Map.of(
                        "TIDINGS_DELIVERY_FIRST_RETRY_DELAY", "1s",
                        "TIDINGS_DELIVERY_MAX_RETRY_DELAY", "2s",
                        "TIDINGS_CHANNELS_ALLOW_PRIVATE", "true"));
    }

    private void account(boolean enabled) {
        tidings.service()
                .delivery()
                .providers()
                .put(
                        TENANT,
                        "hook",
                        new AccountDraft(
                                tidings.service()
                                        .delivery()
                                        .providers()
                                        .kinds()
                                        .find("webhook")
                                        .orElseThrow(),
                                Map.of("secrets", WebhookServer.SECRET, "allowPrivate", "true"),
                                0,
                                enabled,
                                10,
                                0,
                                Duration.ofSeconds(5)),
                        "test");
    }

    private UUID send() {
        return tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"Hello\",\"channels\":[\"webhook\"]}");
    }

    private Optional<Explanation.ChannelExplanation> why(UUID id) {
        return tidings.service().pipeline().trace().explain(TENANT, id, "bob").join().stream()
                .flatMap(explained -> explained.channels().stream())
                .findFirst();
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private boolean is(UUID id, String state) {
        return why(id).map(channel -> channel.status().text().equals(state)).orElse(false);
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
        await(() -> why(id).map(channel -> !channel.attempts().isEmpty()).orElse(false));
        Explanation.ChannelExplanation waiting = why(id).orElseThrow();
        assertThat(waiting.status().text()).isEqualTo("pending");
        assertThat(waiting.attempts().get(0).code()).isEqualTo("account_unusable");
        assertThat(waiting.attempts().get(0).text()).contains("encrypted with the key");
        tidings.close();
        Files.move(away, key, StandardCopyOption.REPLACE_EXISTING);
        tidings = service();
        await(() -> is(id, "sent"));
        assertThat(receiver.calls()).hasSize(1);
    }

    @Test
    void disabledAccount_isNotReplacedByCapture() {
        account(false);
        UUID id = send();
        await(() -> is(id, "suppressed no_provider"));
        assertThat(tidings.service().delivery().capture().list(TENANT, any -> true, Long.MAX_VALUE, 10))
                .isEmpty();
    }
}
