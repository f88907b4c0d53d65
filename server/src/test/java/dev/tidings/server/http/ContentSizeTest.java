package dev.tidings.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of size limits: content that no provider of a channel would accept is rejected on input. Each test uses its own type. */
class ContentSizeTest {
    private static final String SEND = "/v1/notifications";
    private static final String PUSH = "at most 3993 bytes for push, of title, body, data and deepLink together as JSON"
            + " (4096 as push services count them)";
    private static final String SMS =
            "at most 10 segments for sms, of 153 characters each if all are in the alphabet of"
                    + " GSM (GSM-7), otherwise of 67 (UCS-2)";

    private static TestHttpServer edge;

    @BeforeAll
    static void start() {
        edge = new TestHttpServer();
    }

    @AfterAll
    static void stop() {
        edge.close();
    }

    private static void type(String name, String channels) {
        assertThat(edge.call("PUT", "/v1/types/" + name, "{\"channels\":" + channels + "}")
                        .status())
                .isEqualTo(200);
    }

    private static void template(String type, String place, String parts) {
        Reply reply = edge.call(
                "PUT",
                "/v1/types/" + type + "/templates/" + place,
                "{\"parts\":{" + parts + "},\"variables\":[\"id\"]}");
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
    }

    private static Reply send(String fields) {
        return edge.call("POST", SEND, request(fields));
    }

    private static String request(String fields) {
        return "{\"to\":{\"user\":\"ann\"}," + fields + "}";
    }

    private static String text(String name, String piece, int times) {
        return "\"" + name + "\":\"" + piece.repeat(times) + "\"";
    }

    private static void assertRefused(Reply reply, String pointer, String value, String expected) {
        assertThat(reply.status()).as("%s", reply).isEqualTo(422);
        assertThat(reply.code()).isEqualTo("invalid_request");
        assertThat(reply.pointers()).containsExactly(pointer);
        assertThat(reply.json().at("/errors/0/value").asText()).isEqualTo(value);
        assertThat(reply.json().at("/errors/0/expected").asText()).isEqualTo(expected);
    }

    @Test
    void push_isLimitedExactly() {
        String push = "\"channels\":[\"push\"],";
        int room = 3_993 - "{'body':''}".length();
        assertThat(send(push + text("body", "x", room)).status()).isEqualTo(202);
        assertRefused(send(push + text("body", "x", room + 1)), "/body", "3994 bytes", PUSH);
        assertRefused(send(push + text("body", "é", room)), "/body", "7975 bytes", PUSH);
        assertRefused(
                send(push + "\"title\":\"t\",\"data\":{" + text("a", "x", 4_000) + "}"), "/data", "4029 bytes", PUSH);
    }

    @Test
    void smsSegments_areCountedInTheTextsEncoding() {
        String sms = "\"channels\":[\"sms\"],";
        assertThat(send(sms + text("body", "x", 1_530)).status()).isEqualTo(202);
        assertRefused(send(sms + text("body", "x", 1_531)), "/body", "11 segments in GSM-7", SMS);
        assertRefused(send(sms + "\"title\":\"t\"," + text("body", "я", 669)), "/body", "11 segments in UCS-2", SMS);
        assertThat(send(sms + text("body", "я", 670)).status()).isEqualTo(202);
    }

    /** Checked even if the user has no phone: only the sender of the request can fix it. */
    @Test
    void channelsOfTheType_areCheckedByDefault() {
        type("both", "[\"in_app\",\"push\",\"sms\"]");
        Reply both = send("\"type\":\"both\"," + text("body", "x", 5_000));
        assertThat(both.pointers()).containsExactly("/body", "/body");
        assertThat(both.body()).contains(PUSH, SMS);
        assertThat(send("\"type\":\"both\",\"channels\":[\"in_app\",\"email\"]," + text("body", "x", 5_000))
                        .status())
                .isEqualTo(202);
    }

    /** Without visible text there is no push, so nothing can be too large. */
    @Test
    void dataOnly_isNoPush() {
        assertThat(send("\"channels\":[\"webhook\",\"push\"],\"data\":{" + text("a", "x", 5_000) + "}")
                        .status())
                .isEqualTo(202);
    }

    @Test
    void everyPossibleLocale_isChecked() {
        type("words", "[\"sms\"]");
        template("words", "sms/und", "\"text\":\"Order {{id}}\"");
        template("words", "sms/ru", "\"text\":\"Заказ {{id}}\"");
        String request = "\"type\":\"words\",\"data\":{" + text("id", "1", 700) + "}";
        assertRefused(
                send(request),
                "/data",
                "11 segments in UCS-2",
                SMS + ": as rendered by the template of words for sms in ru");
        assertThat(send(request + ",\"locale\":\"de\"").status()).isEqualTo(202);
        assertThat(send(request + ",\"locale\":\"ru-RU\"").status()).isEqualTo(422);
    }

    @Test
    void localeWithoutATemplate_usesTheGivenText() {
        type("partly", "[\"push\"]");
        template("partly", "push/de", "\"title\":\"Bestellung {{id}}\",\"body\":\"x\"");
        template("partly", "push/it", "\"title\":\"Ordine {{id}}\",\"body\":\"x\"");
        String request = "\"type\":\"partly\",\"data\":{\"id\":1}," + text("body", "x", 5_000);
        assertThat(send(request + ",\"locale\":\"de\"").status()).isEqualTo(202);
        assertRefused(send(request), "/body", "5027 bytes", PUSH);
        assertThat(send(request + ",\"locale\":\"fr\"").status()).isEqualTo(422);
    }

    @Test
    void pushOfATemplate_includesTheData() {
        type("data", "[\"push\"]");
        template("data", "push/und", "\"title\":\"Order {{id}}\"");
        assertRefused(
                send("\"type\":\"data\",\"data\":{\"id\":1," + text("more", "x", 4_000) + "}"),
                "/data",
                "4045 bytes",
                PUSH + ": as rendered by the template of data for push in und");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"delay\":\"PT1H\"", "\"locale\":\"de\"", "\"priority\":\"high\""})
    void otherFields_areLimited(String field) {
        assertRefused(
                send(field + ",\"channels\":[\"sms\"]," + text("body", "x", 2_000)),
                "/body",
                "14 segments in GSM-7",
                SMS);
    }

    @Test
    void limits_applyToBatchesDryRunsAndSchedules() {
        String large = request("\"channels\":[\"sms\"]," + text("body", "x", 2_000));
        List<JsonNode> lines = edge.batch(large + "\n" + request("\"title\":\"x\"") + "\n"
                        + large.replace("\"channels\"", "\"idempotencyKey\":\"k\",\"channels\""))
                .lines();
        assertThat(lines).extracting(line -> line.path("status").asInt()).containsExactly(422, 202, 422);
        assertThat(lines.get(0).at("/error/errors/0/expected").asText()).isEqualTo(SMS);
        assertRefused(edge.call("POST", SEND + "/dry-run", large), "/body", "14 segments in GSM-7", SMS);
        assertRefused(
                edge.call("PUT", "/v1/recurring/large", "{\"cron\":\"0 9 * * *\",\"notification\":" + large + "}"),
                "/notification/body",
                "14 segments in GSM-7",
                SMS);
        assertThat(edge.call("GET", "/v1/recurring/large").status()).isEqualTo(404);
        assertThat(edge.call("GET", "/v1/users/ann/scheduled").json().path("items"))
                .isEmpty();
    }

    @Test
    void preview_isLimited() {
        type("preview", "[\"sms\"]");
        template("preview", "sms/und", "\"text\":\"Заказ {{id}}\"");
        assertRefused(
                edge.call(
                        "POST",
                        "/v1/types/preview/templates/sms/und/preview",
                        "{\"data\":{" + text("id", "1", 700) + "}}"),
                "/data",
                "11 segments in UCS-2",
                SMS + ": as rendered by the template of preview for sms in und");
    }

    @Test
    void tooLargeTemplate_isRejected() {
        type("wordy", "[\"sms\",\"push\"]");
        assertRefused(
                edge.call(
                        "PUT",
                        "/v1/types/wordy/templates/push/de",
                        "{\"parts\":{\"title\":\"t\"," + text("body", "x", 4_000) + "}}"),
                "/parts/body",
                "4023 bytes",
                PUSH + ", with room for values");
        assertRefused(
                edge.call("PUT", "/v1/types/wordy/templates/sms/de", "{\"parts\":{" + text("text", "я", 671) + "}}"),
                "/parts/text",
                "11 segments in UCS-2",
                SMS + ", with room for values");
        // A section may be empty when rendered.
        template("wordy", "sms/ru", "\"text\":\"{{#id}}" + "я".repeat(700) + "{{/id}}\"");
        // The inbox allows more.
        template("wordy", "in_app/de", text("body", "x", 4_000));
        assertThat(edge.call("GET", "/v1/types/wordy/templates").json().path("items"))
                .hasSize(2);
    }
}
