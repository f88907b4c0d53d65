package dev.tidings.channels.webpush;

import static dev.tidings.channels.webpush.TestSender.NOW;
import static dev.tidings.channels.webpush.TestSender.PUSH;
import static dev.tidings.channels.webpush.TestSender.SOON;
import static dev.tidings.channels.webpush.TestSender.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import com.interaso.webpush.VapidKeys;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.channels.webpush.PushService.Call;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.model.Priority;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the responses of a push service, valid and malformed. */
class WebPushResponsesTest {
    private static Outcome answered(Duration timeout, Consumer<Call> answer) throws Exception {
        try (PushService service = new PushService(answer);
                Provider provider = TestSender.open(
                        new WebPushKind(new PublicAddresses(true)),
                        TestSender.settings(VapidKeys.generate()),
                        timeout)) {
            String subscription = Browser.create().subscription(service.endpoint("/push"));
            return provider.deliver(delivery(subscription, PUSH, Priority.NORMAL, SOON))
                    .get(60, TimeUnit.SECONDS);
        }
    }

    private static Outcome answered(String... head) throws Exception {
        return answered(Duration.ofSeconds(30), call -> call.answer(head));
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202})
    void success_isAccepted(int status) throws Exception {
        assertThat(answered("HTTP/1.1 " + status + " Yes", "Location: https://push.example.org/m/1"))
                .isEqualTo(new Outcome.Accepted("https://push.example.org/m/1"));
    }

    @ParameterizedTest
    @CsvSource({
        "204,Unclear,garbage",
        "299,Unclear,garbage",
        "301,Rejected,redirected",
        "307,Rejected,redirected",
        "400,Rejected,refused",
        "401,Retry,credentials",
        "403,Retry,credentials",
        "404,Unregistered,subscription_gone",
        "410,Unregistered,subscription_gone",
        "413,Rejected,payload_too_large",
        "418,Rejected,refused",
        "429,Retry,throttled",
        "500,Retry,unavailable",
        "502,Retry,unavailable",
        "503,Retry,unavailable",
        "504,Unclear,gateway_timeout",
        "999,Unclear,garbage",
    })
    void errorStatus_mapsToOutcome(int status, String kind, String code) throws Exception {
        Outcome got = answered("HTTP/1.1 " + status + " No", "Location: http://127.0.0.1:1/");
        assertThat(got.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(got).hasFieldOrPropertyWithValue("code", code);
        assertThat(got).extracting("text").asString().startsWith("the push service answered " + status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "429|0|0",
                "429|7|7",
                "503|120|120",
                "429|Mon, 16 Nov 2026 12:01:30 GMT|90",
                "429|Mon, 16 Nov 2026 11:59:00 GMT|0",
                "429|999999999|86400",
                "429|Fri, 01 Jan 2100 00:00:00 GMT|86400",
                "429|99999999999999999999|0",
                "429|-5|0",
                "429|soon|0",
            })
    void retryAfter_isRespectedWithinItsBound(int status, String header, long seconds) throws Exception {
        assertThat(NOW).as("the base of the dates").isEqualTo("2026-11-16T12:00:00Z");
        assertThat(answered("HTTP/1.1 " + status + " Later", "Retry-After: " + header))
                .isInstanceOfSatisfying(
                        Outcome.Retry.class, retry -> assertThat(retry.after()).isEqualTo(Duration.ofSeconds(seconds)));
    }

    @Test
    void invalidLocation_isIgnored() throws Exception {
        assertThat(answered("HTTP/1.1 201 Created", "Location: " + "x".repeat(501)))
                .isInstanceOfSatisfying(
                        Outcome.Accepted.class,
                        accepted -> assertThat(accepted.providerMessageId()).hasSize(36));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "SMTP ready", "HTTP/1.1 abc", "HTTP/1.1"})
    void malformedResponse_isUnclear(String line) throws Exception {
        assertThat(answered(line))
                .isInstanceOfSatisfying(
                        Outcome.Unclear.class,
                        unclear -> assertThat(unclear.code()).isIn("broken_connection", "malformed_answer"));
    }

    @Test
    void bodyIsIgnored() throws Exception {
        Outcome got = answered(
                Duration.ofSeconds(30),
                call -> call.write("HTTP/1.1 201 Created\r\nContent-Length: 1000000\r\n\r\nand so on"));
        assertThat(got).isInstanceOf(Outcome.Accepted.class);
    }

    @Test
    void missingResponse_timesOut() throws Exception {
        Outcome got = answered(Duration.ofSeconds(4), call -> call.write("HTTP/1.1 201 Created\r\n"));
        assertThat(got)
                .isInstanceOfSatisfying(
                        Outcome.Unclear.class,
                        unclear -> assertThat(unclear.code()).isEqualTo("timeout"));
    }
}
