package dev.tidings.testkit.delivery.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the provider simulators: invalid requests are rejected. */
class SimulatorStrictnessTest {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String GOOD = "To=%2B14155552671&From=TIDINGS&Body=hello";
    private static final String BASIC = "Basic "
            + Base64.getEncoder()
                    .encodeToString((TwilioServer.ACCOUNT_SID + ":" + TwilioServer.AUTH_TOKEN).getBytes(UTF_8));

    private static HttpResponse<String> post(String url, String type, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .version(HttpClient.Version.HTTP_1_1)
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> text(TwilioServer server, String form) throws Exception {
        String url = server.url() + "/2010-04-01/Accounts/" + TwilioServer.ACCOUNT_SID + "/Messages.json";
        return post(url, FORM, form, "Authorization", BASIC);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "To=%2B14155552671&Body=hello",
                "To=14155552671&From=TIDINGS&Body=hello",
                "To=%2B14155552671&From=TIDINGS&Body=",
                "To=%2B14155552671&From=TIDINGS",
                GOOD + "&MessagingServiceSid=MG0",
                GOOD + "&Body=again",
                GOOD + "&ValidityPeriod=0",
                GOOD + "&ValidityPeriod=36001",
                GOOD + "&StatusCallback=receipts",
                GOOD + "&Unknown=1",
            })
    void twilio(String form) throws Exception {
        try (TwilioServer server = new TwilioServer()) {
            assertThat(text(server, form).statusCode()).isEqualTo(400);
            assertThat(server.calls()).isEmpty();
            assertThat(text(server, GOOD).statusCode()).isEqualTo(201);
            assertThat(server.calls()).hasSize(1);
        }
    }

    @Test
    void twilioRequiresAuthentication() throws Exception {
        try (TwilioServer server = new TwilioServer()) {
            String path = "/2010-04-01/Accounts/" + TwilioServer.ACCOUNT_SID + "/Messages.json";
            assertThat(post(server.url() + path, FORM, GOOD).statusCode()).isEqualTo(401);
            assertThat(post(server.url() + "/other", FORM, GOOD, "Authorization", BASIC)
                            .statusCode())
                    .isEqualTo(404);
            assertThat(post(server.url() + path, "text/plain", GOOD, "Authorization", BASIC)
                            .statusCode())
                    .isEqualTo(415);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{}",
                "{\"message\":{}}",
                "{\"message\":{\"token\":\"t\"}} x",
                "{\"message\":{\"token\":\"t\"},\"to\":1}",
                "{\"message\":{\"token\":\"t t\"}}",
                "{\"message\":{\"token\":\"t\",\"topic\":\"a\"}}",
                "{\"message\":{\"token\":\"t\",\"notification\":{\"title\":1}}}",
                "{\"message\":{\"token\":\"t\",\"notification\":{\"icon\":\"i\"}}}",
                "{\"message\":{\"token\":\"t\",\"data\":{\"n\":1}}}",
                "{\"message\":{\"token\":\"t\",\"data\":{\"google.x\":\"1\"}}}",
                "{\"message\":{\"token\":\"t\",\"android\":{\"priority\":\"high\"}}}",
                "{\"message\":{\"token\":\"t\",\"android\":{\"ttl\":\"10\"}}}",
                "{\"message\":{\"token\":\"t\",\"android\":{\"ttl\":\"2419201s\"}}}",
            })
    void fcm(String body) {
        assertThatThrownBy(() -> FcmMessages.read(body)).isInstanceOf(ApiViolationException.class);
    }

    @Test
    void fcmLimitsTheSizeOfMessages() throws Exception {
        String full = "{\"message\":{\"token\":\"t\",\"data\":{\"k\":\"%s\"}}}";
        FcmMessages.read(full.formatted("x".repeat(4_095)));
        assertThatThrownBy(() -> FcmMessages.read(full.formatted("x".repeat(4_096))))
                .isInstanceOf(ApiViolationException.class);
    }

    @Test
    void fcmRequiresAuthentication() throws Exception {
        try (FcmServer server = new FcmServer()) {
            String url = server.url() + "/v1/projects/" + FcmServer.PROJECT + "/messages:send";
            String body = "{\"message\":{\"token\":\"t\"}}";
            assertThat(post(url, "application/json", body).statusCode()).isEqualTo(401);
            assertThat(post(url, "application/json", body, "Authorization", "Bearer made-up")
                            .statusCode())
                    .isEqualTo(401);
            String grant = "grant_type=" + URLEncoder.encode("urn:ietf:params:oauth:grant-type:jwt-bearer", UTF_8);
            for (String assertion : new String[] {"", "a.b.c", "e30.e30.e30"}) {
                assertThat(post(server.url() + "/token", FORM, grant + "&assertion=" + assertion)
                                .body())
                        .contains("invalid_grant");
            }
            assertThat(server.calls()).isEmpty();
        }
    }

    @Test
    void webhooksHaveToBeSigned() throws Exception {
        try (WebhookServer server = new WebhookServer()) {
            String now = "" + System.currentTimeMillis() / 1_000;
            String[] headers = {
                "webhook-id", "1", "webhook-timestamp", now, "webhook-signature", "v1," + "A".repeat(43) + "="
            };
            HttpResponse<String> answer = post(server.endpoint(1), "application/json", "{}", headers);
            assertThat(answer.statusCode()).isEqualTo(401);
            headers[3] = "1";
            assertThat(post(server.endpoint(1), "application/json", "{}", headers)
                            .statusCode())
                    .isEqualTo(400);
            assertThat(post(server.endpoint(1), "application/json", "{}").statusCode())
                    .isEqualTo(400);
            assertThat(server.calls()).isEmpty();
        }
    }
}
