package dev.tidings.channels.apns;

import static dev.tidings.channels.apns.TestAccount.SOON;
import static dev.tidings.channels.apns.TestAccount.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.channels.apns.ScriptedApns.Call;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.model.Priority;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of every response that Apple documents, and some malformed ones. */
class ApnsResponsesTest {
    private static final Message.Push PUSH = new Message.Push("t", "b", null, null);

    private static Outcome answered(Consumer<Call> answer) throws Exception {
        try (ScriptedApns server = new ScriptedApns(100, answer);
                Provider provider = TestAccount.open(
                        TestAccount.settings(TestAccount.keys("secp256r1"), server.port()), Duration.ofSeconds(30))) {
            return provider.deliver(delivery(PUSH, Priority.NORMAL, SOON)).get(60, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "400,BadCollapseId,Rejected,bad_collapse_id",
        "400,BadDeviceToken,Rejected,bad_device_token",
        "400,BadExpirationDate,Rejected,bad_expiration_date",
        "400,BadMessageId,Rejected,bad_message_id",
        "400,BadPriority,Rejected,bad_priority",
        "400,BadTopic,Rejected,bad_topic",
        "400,DeviceTokenNotForTopic,Rejected,device_token_not_for_topic",
        "400,DuplicateHeaders,Rejected,duplicate_headers",
        "400,IdleTimeout,Retry,unavailable",
        "400,InvalidPushType,Rejected,invalid_push_type",
        "400,MissingDeviceToken,Rejected,missing_device_token",
        "400,MissingTopic,Rejected,missing_topic",
        "400,PayloadEmpty,Rejected,payload_empty",
        "400,TopicDisallowed,Rejected,topic_disallowed",
        "403,BadCertificate,Retry,credentials",
        "403,BadCertificateEnvironment,Retry,credentials",
        "403,BadEnvironmentKeyInToken,Retry,credentials",
        "403,ExpiredProviderToken,Retry,credentials",
        "403,Forbidden,Retry,credentials",
        "403,InvalidProviderToken,Retry,credentials",
        "403,MissingProviderToken,Retry,credentials",
        "403,UnrelatedKeyIdInToken,Retry,credentials",
        "404,BadPath,Rejected,bad_path",
        "405,MethodNotAllowed,Rejected,method_not_allowed",
        "410,ExpiredToken,Unregistered,expired_token",
        "410,Unregistered,Unregistered,unregistered",
        "413,PayloadTooLarge,Rejected,payload_too_large",
        "429,TooManyProviderTokenUpdates,Retry,throttled",
        "429,TooManyRequests,Retry,throttled",
        "500,InternalServerError,Retry,unavailable",
        "503,ServiceUnavailable,Retry,unavailable",
        "503,Shutdown,Retry,unavailable",
    })
    void documentedReason_mapsToOutcome(int status, String reason, String outcome, String code) throws Exception {
        assertOutcome(
                answered(call -> call.refuse(status, "{\"reason\":\"" + reason + "\"}")), outcome, code, "" + status);
    }

    private static void assertOutcome(Outcome got, String kind, String code, String text) {
        assertThat(got.getClass().getSimpleName()).isEqualTo(kind);
        assertThat(got).hasFieldOrPropertyWithValue("code", code);
        assertThat(got).extracting("text").asString().contains(text);
    }

    @Test
    void throttlingWithoutAPause_waitsAMinute() throws Exception {
        assertThat(answered(call -> call.refuse(429, "{\"reason\":\"TooManyRequests\"}")))
                .isEqualTo(new Outcome.Retry(
                        Duration.ofMinutes(1), "throttled", "Apple's push service answered 429 TooManyRequests"));
    }

    /** A response that may come from a proxy must not unregister a device. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400|<html>",
                "410|gone",
                "410|{}",
                "403|{\"reason\":42}",
                "404|{\"reason\":\"a token: 0123\"}",
                "429|''",
                "302|{}"
            })
    void errorWithoutAReason_isUnclear(int status, String body) throws Exception {
        assertOutcome(answered(call -> call.refuse(status, body)), "Unclear", "garbage", "" + status);
    }

    @Test
    void serverErrorWithoutAReason_isARetry() throws Exception {
        assertOutcome(answered(call -> call.refuse(502, "<html>")), "Retry", "unavailable", "502");
    }

    @ParameterizedTest
    @CsvSource({"400", "banana"})
    void responseWithoutABody_isUnclear(String status) throws Exception {
        assertOutcome(answered(call -> call.answerOnly(status)), "Unclear", "broken", "broke");
    }

    @Test
    void acceptanceWithoutAnId_isAccepted() throws Exception {
        assertThat(answered(call -> call.answerOnly("200")))
                .isEqualTo(new Outcome.Accepted(
                        delivery(PUSH, Priority.NORMAL, SOON).dedupeKey()));
    }
}
