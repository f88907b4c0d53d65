package dev.tidings.channels.twilio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.channels.http.ProviderResponse;
import dev.tidings.core.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the complete table of Twilio's responses. */
class TwilioResponsesTest {
    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");

    private static Outcome understand(int status, String body) {
        return TwilioResponses.outcome(new ProviderResponse(status, Map.of("retry-after", "7"), body), NOW);
    }

    @ParameterizedTest
    @CsvSource({
        "400, 21211, Unregistered, invalid_number",
        "400, 21614, Unregistered, invalid_number",
        "400, 21610, Rejected, opted_out_at_carrier",
        "400, 21408, Rejected, twilio_21408",
        "400, 21611, Retry, throttled",
        "400, 20003, Retry, credentials",
        "401, 20003, Retry, credentials",
        "403, 20005, Retry, credentials",
        "404, 20404, Retry, credentials",
        "429, 20429, Retry, throttled",
        "500, 20500, Retry, unavailable",
        "503, 20503, Retry, unavailable",
        "504, 20504, Unclear, gateway_timeout",
    })
    void errorCode_mapsToOutcome(int status, int twilio, String outcome, String code) {
        String body = "{\"code\":%d,\"message\":\"about +14155552671\",\"status\":%d}".formatted(twilio, status);
        assertOutcome(understand(status, body), outcome, code);
        assertThat(understand(status, body).toString()).doesNotContain("4155552671");
    }

    @ParameterizedTest
    @CsvSource({
        "400, Rejected, refused",
        "401, Retry, credentials",
        "429, Retry, throttled",
        "408, Retry, unavailable",
        "502, Retry, unavailable",
        "201, Unclear, malformed_answer",
        "200, Unclear, malformed_answer",
        "301, Unclear, malformed_answer",
    })
    void status_mapsToOutcomeIfTheBodyIsMalformed(int status, String outcome, String code) {
        for (String body : new String[] {"", "<html>", "[]", "{\"code\":\"x\",\"sid\":7}", "{\"sid\":\"AC12\"}"}) {
            assertOutcome(understand(status, body), outcome, code);
        }
    }

    @Test
    void sid_isTheMessageId() {
        String sid = "SM" + "0123456789abcdef".repeat(2);
        assertThat(understand(201, "{\"sid\":\"" + sid + "\"}")).isEqualTo(new Outcome.Accepted(sid));
    }

    @Test
    void retryAfter_isRespected() {
        assertThat(understand(429, ""))
                .isInstanceOfSatisfying(
                        Outcome.Retry.class, retry -> assertThat(retry.after()).isEqualTo(Duration.ofSeconds(7)));
    }

    private static void assertOutcome(Outcome outcome, String kind, String code) {
        assertThat(outcome.getClass().getSimpleName()).as("%s", outcome).isEqualTo(kind);
        assertThat(outcome.toString()).contains("code=" + code + ",");
    }
}
