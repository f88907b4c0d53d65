package dev.tidings.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.metadata.ProviderAccount;
import dev.tidings.server.provider.AccountDraft;
import dev.tidings.server.provider.SampleKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that secrets never leak: not into responses, logs, the audit log, the database or toString. */
class SecretLeakTest {
    private static final String SECRET = "hunter2-Xq7";
    private static final String PATH = "/v1/providers/p";

    private final ByteArrayOutputStream logged = new ByteArrayOutputStream();
    private final PrintStream before = System.err;
    private final List<String> said = new ArrayList<>();
    private TestHttpServer edge;

    @BeforeEach
    void start() {
        System.setErr(new PrintStream(logged, true, UTF_8));
        edge = new TestHttpServer();
    }

    @AfterEach
    void stop() {
        edge.close();
        System.setErr(before);
    }

    private Reply call(String method, String path, String body) {
        Reply reply = edge.call(method, path, body);
        said.add(reply.toString());
        said.add(reply.headers().toString());
        return reply;
    }

    private static String settings(String settings) {
        return "{\"kind\":\"sample\",\"settings\":{" + settings + "}}";
    }

    @Test
    void providerSecret_neverLeaks() throws IOException {
        String fine = "\"host\":\"h\",\"password\":\"" + SECRET + "\"";
        assertThat(call("PUT", PATH, settings(fine)).status()).isEqualTo(200);
        assertThat(call("PUT", PATH, settings("\"host\":\"h\",\"token\":\"" + SECRET + "\""))
                        .status())
                .isEqualTo(200);
        call("GET", PATH, null);
        call("GET", "/v1/providers", null);
        // Error messages name the invalid value, but must not name a secret.
        assertThat(call("PUT", PATH, settings(fine + ",\"port\":\"none\"")).status())
                .isEqualTo(422);
        assertThat(call("PUT", PATH, settings(fine + ",\"nonsense\":\"" + SECRET + "\""))
                        .status())
                .isEqualTo(422);
        assertThat(call("PUT", PATH, settings("\"host\":\"h\",\"password\":[\"" + SECRET + "\"]"))
                        .status())
                .isEqualTo(422);
        assertThat(call("PUT", PATH, settings("\"host\":\"h\",\"password\":" + SECRET))
                        .status())
                .isEqualTo(422);
        assertThat(call("PUT", PATH, settings(fine + ",\"password\":\"" + SECRET + "\""))
                        .status())
                .isEqualTo(422);
        Reply cursed =
                call("PUT", PATH, settings("\"host\":\"" + SampleKind.CURSED + "\",\"password\":\"" + SECRET + "\""));
        assertThat(cursed.status()).as("%s", cursed).isEqualTo(500);
        assertThat(logged.toString(UTF_8)).as("the log is captured").contains("putProvider failed");
        edge.providers().openFor(TestHttpServer.TENANT, AddressKind.MAILBOX).forEach(open -> said.add(open.toString()));
        ProviderAccount stored = edge.service()
                .storage()
                .metadata()
                .providers()
                .find(TestHttpServer.TENANT, "p")
                .orElseThrow();
        said.add(stored.toString());
        said.add(stored.settings().toString());
        said.add(new String(stored.credentials(), ISO_8859_1));
        said.add(edge.providers().view(TestHttpServer.TENANT, "p").toString());
        said.add(new AccountDraft(edge.sample, Map.of("password", SECRET), 1, true, 1, 1, Duration.ZERO).toString());
        said.add(edge.sample.opened.get(0).settings.toString());
        call("DELETE", PATH, null);
        said.add(call("GET", "/v1/audit?limit=100", null).body());
        assertThat(said.get(said.size() - 1)).contains("provider.put");
        said.add(logged.toString(UTF_8));
        assertThat(said).noneMatch(text -> text.contains(SECRET));
    }

    @Test
    void webhookSecret_isInOneResponseOnly() {
        Reply made = edge.call("POST", "/v1/webhooks", "{\"url\":\"https://a.example\"}");
        String secret = made.text("secret").substring("whsec_".length());
        String path = "/v1/webhooks/" + made.text("id");
        call("GET", path, null);
        call("GET", "/v1/webhooks", null);
        call("PATCH", path, "{\"url\":\"https://b.example\"}");
        call("POST", path + "/rotate-secret", null);
        call("POST", path + "/resume", null);
        said.add(
                edge.service().delivery().endpoints().all(TestHttpServer.TENANT).toString());
        said.add(edge.service()
                .delivery()
                .endpoints()
                .list(TestHttpServer.TENANT)
                .toString());
        said.add(edge.service()
                .delivery()
                .endpoints()
                .add(TestHttpServer.TENANT, "https://c.example", java.util.Set.of(), "test")
                .toString());
        said.add(call("GET", "/v1/audit?limit=100", null).body());
        said.add(logged.toString(UTF_8));
        assertThat(said).noneMatch(text -> text.contains(secret));
        assertThat(said)
                .filteredOn(text -> text.contains("whsec_"))
                .as("the rotated secret")
                .hasSize(1);
    }
}
