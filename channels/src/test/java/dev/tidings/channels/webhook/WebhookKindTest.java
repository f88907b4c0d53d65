package dev.tidings.channels.webhook;

import static dev.tidings.channels.HttpDeliveries.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.channels.HttpDeliveries;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WebhookKindTest {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private static void assertRefused(WebhookKind kind, Map<String, String> settings, String setting) {
        assertThatThrownBy(() -> HttpDeliveries.open(kind, settings, InstantSource.system()))
                .isInstanceOfSatisfying(InvalidSettingException.class, e -> {
                    assertThat(e.setting()).isEqualTo(setting);
                    assertThat(e.getMessage()).doesNotContain("MfKQ9r8");
                });
    }

    @Test
    void malformedSecrets_areRejected() {
        assertRefused(new WebhookKind(new PublicAddresses(false)), Map.of(), "secrets");
        assertRefused(new WebhookKind(new PublicAddresses(false)), Map.of("secrets", ""), "secrets");
        assertRefused(new WebhookKind(new PublicAddresses(false)), Map.of("secrets", SECRET + " MfKQ9r8"), "secrets");
    }

    /** An account is created by a tenant, and the check protects us from tenants. */
    @Test
    void privateAddresses_areDecidedByTheServiceAlone() throws IOException {
        Map<String, String> asking = Map.of("secrets", WebhookServer.SECRET, "allowPrivate", "true");
        assertThat(delivered(false, asking))
                .isInstanceOfSatisfying(
                        Outcome.Rejected.class,
                        rejected -> assertThat(rejected.code()).isEqualTo("private_address"));
        assertThat(delivered(true, Map.of("secrets", WebhookServer.SECRET))).isInstanceOf(Outcome.Accepted.class);
        assertThat(delivered(true, Map.of("secrets", WebhookServer.SECRET, "allowPrivate", "false")))
                .isInstanceOf(Outcome.Accepted.class);
    }

    private static Outcome delivered(boolean allowPrivate, Map<String, String> settings) throws IOException {
        try (WebhookServer server = new WebhookServer();
                Provider provider = HttpDeliveries.open(
                        new WebhookKind(new PublicAddresses(allowPrivate)), settings, InstantSource.system())) {
            Outcome outcome = await(provider.deliver(
                    HttpDeliveries.of(AddressKind.URL, server.endpoint(1), new Message.Webhook("{}"))));
            assertThat(server.lastRequest() != null).isEqualTo(outcome instanceof Outcome.Accepted);
            return outcome;
        }
    }
}
