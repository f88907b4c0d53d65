package dev.tidings.channels.fcm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.channels.http.ProviderResponse;
import dev.tidings.core.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the complete table of FCM's responses. */
class FcmResponsesTest {
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");

    private static Outcome understand(int status, String body) {
        return FcmResponses.outcome(new ProviderResponse(status, Map.of(), body), NOW);
    }

    private static String error(String status, String fcmCode) {
        return """
            {"error":{"code":0,"message":"m","status":"%s","details":[
            {"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"%s"}]}}\
            """.formatted(status, fcmCode);
    }

    @ParameterizedTest
    @CsvSource({
        "404, NOT_FOUND, UNREGISTERED, Unregistered, unregistered",
        "400, INVALID_ARGUMENT, INVALID_ARGUMENT, Rejected, invalid_argument",
        "403, PERMISSION_DENIED, SENDER_ID_MISMATCH, Rejected, sender_id_mismatch",
        "429, RESOURCE_EXHAUSTED, QUOTA_EXCEEDED, Retry, throttled",
        "503, UNAVAILABLE, UNAVAILABLE, Retry, unavailable",
        "500, INTERNAL, INTERNAL, Retry, unavailable",
        "401, UNAUTHENTICATED, THIRD_PARTY_AUTH_ERROR, Retry, credentials",
        "400, FAILED_PRECONDITION, SOMETHING_NEW, Rejected, something_new",
        "400, FAILED_PRECONDITION, 'it says <no>', Rejected, refused",
    })
    void errorCode_mapsToOutcome(int status, String name, String fcmCode, String outcome, String code) {
        assertOutcome(understand(status, error(name, fcmCode)), outcome, code);
    }

    @ParameterizedTest
    @CsvSource({
        "401, Retry, credentials",
        "403, Retry, credentials",
        "404, Rejected, refused",
        "413, Rejected, refused",
        "429, Retry, throttled",
        "500, Retry, unavailable",
        "502, Retry, unavailable",
        "503, Retry, unavailable",
        "504, Unclear, gateway_timeout",
        "200, Unclear, malformed_answer",
        "204, Unclear, malformed_answer",
        "302, Unclear, malformed_answer",
        "700, Unclear, malformed_answer",
    })
    void status_mapsToOutcomeIfTheBodyIsMalformed(int status, String outcome, String code) {
        for (String body : new String[] {"", "<html>", "[]", "null", "{}", "{\"error\":7}", "{\"name\":\"\"}"}) {
            assertOutcome(understand(status, body), outcome, code);
        }
    }

    @Test
    void messageName_isTheMessageId() {
        assertThat(understand(200, "{\"name\":\"projects/p/messages/0:1\"}"))
                .isEqualTo(new Outcome.Accepted("projects/p/messages/0:1"));
    }

    @Test
    void invalidToken_isDetectedByFieldOrText() {
        String byField = """
            {"error":{"code":400,"message":"Invalid registration","status":"INVALID_ARGUMENT","details":[
            {"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"INVALID_ARGUMENT"},
            {"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.token"}]}]}}\
            """;
        assertOutcome(understand(400, byField), "Unregistered", "invalid_token");
        String byText = error("INVALID_ARGUMENT", "INVALID_ARGUMENT")
                .replace("\"m\"", "\"The registration token is not a valid FCM registration token\"");
        assertOutcome(understand(400, byText), "Unregistered", "invalid_token");
    }

    @Test
    void retryAfter_isRespectedOrAMinute() {
        ProviderResponse asks = new ProviderResponse(429, Map.of("retry-after", "7"), "");
        assertThat(FcmResponses.outcome(asks, NOW))
                .isInstanceOfSatisfying(
                        Outcome.Retry.class, retry -> assertThat(retry.after()).isEqualTo(Duration.ofSeconds(7)));
        assertThat(understand(429, ""))
                .isInstanceOfSatisfying(
                        Outcome.Retry.class, retry -> assertThat(retry.after()).isEqualTo(Duration.ofSeconds(60)));
    }

    private static void assertOutcome(Outcome outcome, String kind, String code) {
        assertThat(outcome.getClass().getSimpleName()).as("%s", outcome).isEqualTo(kind);
        assertThat(outcome.toString()).contains("code=" + code + ",");
    }
}
