package dev.tidings.channels.fcm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.channels.HttpDeliveries;
import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.testkit.delivery.simulator.FcmServer;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FcmKindTest {
    private static void assertRefused(boolean allowPrivate, Map<String, String> settings, String setting) {
        assertThatThrownBy(() -> HttpDeliveries.open(new FcmKind(allowPrivate), settings, InstantSource.system()))
                .isInstanceOfSatisfying(InvalidSettingException.class, e -> {
                    assertThat(e.setting()).isEqualTo(setting);
                    assertThat(e.getMessage()).doesNotContain("PRIVATE").doesNotContain("service_account");
                });
    }

    @Test
    void invalidFile_isRejectedAndNotShown() throws IOException {
        try (FcmServer server = new FcmServer()) {
            String good = server.serviceAccount();
            HttpDeliveries.open(new FcmKind(true), Map.of("serviceAccount", good), InstantSource.system())
                    .close();
            for (String bad : new String[] {
                "",
                "{}",
                "[]",
                "{\"type\":\"service_account\"}",
                good.replace("service_account", "authorized_user"),
                good.replace("BEGIN PRIVATE KEY-----\\nMII", "BEGIN PRIVATE KEY-----\\nXYZ"),
                good.replace("project_id", "project"),
                good.replace("example-project\"", "../../other\""),
                good.replace("http://", "file://"),
                good.replace("http://", "::"),
            }) {
                assertThat(bad).isNotEqualTo(good);
                assertRefused(true, Map.of("serviceAccount", bad), "serviceAccount");
            }
        }
    }

    /** An account is created by a tenant, who must not make us call arbitrary hosts. */
    @Test
    void otherServers_areRejected() throws IOException {
        try (FcmServer server = new FcmServer()) {
            String local = server.serviceAccount();
            assertRefused(false, Map.of("serviceAccount", local), "serviceAccount");
            String google = local.replace(server.url(), "https://oauth2.googleapis.com");
            HttpDeliveries.open(new FcmKind(), Map.of("serviceAccount", google), InstantSource.system())
                    .close();
            for (String base : new String[] {
                "http://127.0.0.1:80",
                "https://evil.example.org/",
                "https://evilgoogleapis.com/",
                "http://fcm.googleapis.com/"
            }) {
                assertRefused(false, Map.of("serviceAccount", google, "baseUrl", base), "baseUrl");
            }
        }
    }
}
