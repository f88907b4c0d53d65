package dev.tidings.server.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Target;
import dev.tidings.server.config.Config;
import dev.tidings.server.validation.FieldError;
import dev.tidings.server.validation.InvalidRequestException;
import dev.tidings.server.validation.ValueRules;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests of parsing and validating send requests. */
class SendRequestParserTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

    private final SendRequestParser parser =
            new SendRequestParser(RequestLimits.of(Config.defaults().limits()), InstantSource.fixed(NOW));

    @Test
    void everyField_isParsed() {
        String json = """
            {"type":"order_shipped","to":{"user":"usr_42"},"data":{"order" : [1, {"é":"\\u00e9"}]},
             "channels":["in_app","email"],"title":"Shipped","body":"On its way","deepLink":"app://orders/42",
             "priority":"high","locale":"pt-BR","expiresAt":"2026-11-16T00:00:00.5+02:00",
             "sendAtLocal":"2026-11-15T18:00:00","zone":"Europe/Berlin"}\
            """;
        SendRequest request = parser.parse(json.getBytes(UTF_8));

        assertThat(request)
                .usingRecursiveComparison()
                .isEqualTo(new SendRequest(
                        Optional.of("order_shipped"),
                        new Target.User("usr_42"),
                        Set.of(Channel.IN_APP, Channel.EMAIL),
                        Optional.of(Priority.HIGH),
                        Optional.of("pt-BR"),
                        Optional.of(Instant.parse("2026-11-15T22:00:00.5Z")),
                        Optional.of(new SendTime.Local(
                                "2026-11-15T18:00:00",
                                LocalDateTime.of(2026, 11, 15, 18, 0),
                                Optional.of("Europe/Berlin"))),
                        new Content(
                                "Shipped", "On its way", "{\"order\" : [1, {\"é\":\"\\u00e9\"}]}", "app://orders/42"),
                        Optional.empty(),
                        Optional.empty(),
                        json.getBytes(UTF_8)));
    }

    /** A title is one line, a body may have several; requests accepted under other rules stay accepted. */
    @Test
    void lineEndsAndTabs_areAllowedOnlyInTheBody() {
        String body = "{\"to\":{\"user\":\"u\"},\"body\":\"a\\r\\n\\tb\"}";
        assertThat(parser.parse(body.getBytes(UTF_8)).content().body()).isEqualTo("a\r\n\tb");
        byte[] title = "{\"to\":{\"user\":\"u\"},\"title\":\"a\\nb\"}".getBytes(UTF_8);
        InvalidRequestException refused =
                catchThrowableOfType(InvalidRequestException.class, () -> parser.parse(title));
        assertThat(refused.errors())
                .singleElement()
                .returns("/title", FieldError::pointer)
                .returns("one line of text without control characters", FieldError::expected);
        assertThat(parser.parseAccepted(title).content().title()).isEqualTo("a\nb");
    }

    @Test
    void line_isCutOutOfItsBatch() {
        String line = "{\"to\":{\"users\":[\"b\",\"a\",\"b\"]},\"data\":{\"ü\":1},\"idempotencyKey\":\"k1\"}";
        byte[] batch = ("é\n" + line + "\nrest").getBytes(UTF_8);
        SendRequest request = parser.parseLine(batch, 3, line.getBytes(UTF_8).length);

        assertThat(request.json()).isEqualTo(line.getBytes(UTF_8));
        assertThat(request.content().data()).isEqualTo("{\"ü\":1}");
        assertThat(request.idempotencyKey()).contains("k1");
        assertThat(request.target()).isEqualTo(new Target.Users(List.of("b", "a")));
    }

    @Test
    void acceptedRequest_isReadableAfterItExpired() {
        byte[] json =
                "{\"to\":{\"user\":\"u\"},\"title\":\"t\",\"expiresAt\":\"2020-01-01T00:00:00Z\",\"idempotencyKey\":\"k\"}"
                        .getBytes(UTF_8);
        assertThat(parser.parseAccepted(json).expiresAt()).contains(Instant.parse("2020-01-01T00:00:00Z"));
        assertThat(errors(new String(json, UTF_8)))
                .extracting(FieldError::pointer)
                .containsExactly("/idempotencyKey", "/expiresAt");
    }

    @Test
    void expiredRequest_isDeferredIfItMayBeARetry() {
        String late = "{\"to\":{\"user\":\"u\"},\"title\":\"t\",\"expiresAt\":\"2026-11-15T12:00:00Z\"}";
        FieldError error = new FieldError("/expiresAt", "2026-11-15T12:00:00Z", "a time in the future");
        assertThat(errors(late)).containsExactly(error);
        assertThat(parser.parseKeyed(late.getBytes(UTF_8)).expiredError()).contains(error);
        byte[] line = late.replace("Z\"}", "Z\",\"idempotencyKey\":\"k\"}").getBytes(UTF_8);
        assertThat(parser.parseLine(line, 0, line.length).expiredError()).contains(error);
    }

    @Test
    void acceptedRequest_isReadableAfterLimitsWereLowered() {
        SendRequestParser lowered =
                new SendRequestParser(new RequestLimits(1, 1, 1, 1, 1, 1, 1), InstantSource.fixed(NOW));
        byte[] json = "{\"to\":{\"users\":[\"u1\",\"u2\"]},\"title\":\"title\",\"data\":{}}".getBytes(UTF_8);
        assertThat(lowered.parseAccepted(json).content().title()).isEqualTo("title");
    }

    @Test
    void allErrors_areReportedAtOnce() {
        assertThat(
                        errors(
                                "{\"to\":{\"user\":\"\"},\"titel\":\"x\",\"body\":7,\"priority\":\"urgent\",\"data\":{\"a\":1,\"a\":2}}"))
                .containsExactly(
                        new FieldError("/to/user", "", "a user id of 1 to 128 bytes without control characters"),
                        new FieldError("/titel", "titel", "a known field: did you mean 'title'?"),
                        new FieldError("/body", "7", "a string of 1 to 65536 bytes"),
                        new FieldError("/priority", "urgent", "one of critical, high, normal, bulk"),
                        new FieldError("/data/a", "a", "each field once"));
    }

    @Test
    void errorsBeforeTruncatedJson_areReported() {
        assertThat(errors("{\"titel\":1,\"to\":{\"user\":"))
                .extracting(FieldError::pointer)
                .containsExactly("/titel", "/to/user");
    }

    @Test
    void refusedValue_isShortenedAndEncodable() {
        FieldError error = new FieldError("", "x".repeat(98) + "😀".repeat(10), "");
        assertThat(error.value()).hasSize(100).isEqualTo("x".repeat(98) + "\ufffd…");
    }

    @Test
    void sendTime_isParsedInAllForms() {
        assertThat(when("\"sendAt\":\"2026-11-16T00:00:00.25+02:00\""))
                .isEqualTo(new SendTime.At("2026-11-16T00:00:00.25+02:00", Instant.parse("2026-11-15T22:00:00.25Z")));
        assertThat(when("\"sendAtLocal\":\"2026-12-24T18:00:00.5\""))
                .isEqualTo(new SendTime.Local(
                        "2026-12-24T18:00:00.5",
                        LocalDateTime.of(2026, 12, 24, 18, 0, 0, 500_000_000),
                        Optional.empty()));
        assertThat(when("\"delay\":\"P1DT2H3M4.5S\""))
                .isEqualTo(new SendTime.After("P1DT2H3M4.5S", Duration.parse("PT26H3M4.5S")));
        assertThat(when("\"delay\":\"P999999999D\""))
                .isEqualTo(new SendTime.After("P999999999D", Duration.ofDays(999_999_999)));
        assertThat(when("\"locale\":\"de\"")).isNull();
    }

    private SendTime when(String field) {
        String json = "{\"to\":{\"user\":\"u\"},\"title\":\"t\"," + field + "}";
        return parser.parse(json.getBytes(UTF_8)).sendTime().orElse(null);
    }

    @Test
    void allErrorsOfTheSendTime_areReportedAtOnce() {
        assertThat(
                        errors(
                                "{\"to\":{\"user\":\"u\"},\"title\":\"t\",\"delay\":\"10m\",\"sendAt\":\"2026-11-16T00:00:00\",\"zone\":\"Mars\"}"))
                .containsExactly(
                        new FieldError("/delay", "10m", SendTimeFields.DURATION),
                        new FieldError("/sendAt", "2026-11-16T00:00:00", ValueRules.TIME),
                        new FieldError("/zone", "Mars", SendTimeFields.TIME_ZONE),
                        new FieldError("/sendAt", "sendAt", "only one of sendAt, sendAtLocal and delay"),
                        new FieldError("/zone", "Mars", "no zone unless there is sendAtLocal"));
        assertThat(errors("{\"to\":{\"users\":[\"a\",\"b\"]},\"title\":\"t\",\"sendAtLocal\":\"2026-12-24T18:00:00\"}"))
                .containsExactly(new FieldError("/sendAtLocal", "2026-12-24T18:00:00", SendTimeFields.ONE_USER));
    }

    @Test
    void acceptedSendTime_isReadableAfterItsZoneIsGone() {
        String json =
                "{\"to\":{\"user\":\"u\"},\"title\":\"t\",\"sendAtLocal\":\"2020-01-01T00:00:00\",\"zone\":\"Atlantis/Old_Town\"}";
        assertThat(parser.parseAccepted(json.getBytes(UTF_8)).sendTime())
                .contains(new SendTime.Local(
                        "2020-01-01T00:00:00", LocalDateTime.of(2020, 1, 1, 0, 0), Optional.of("Atlantis/Old_Town")));
        assertThat(errors(json)).extracting(FieldError::pointer).containsExactly("/zone");
    }

    private List<FieldError> errors(String json) {
        return catchThrowableOfType(InvalidRequestException.class, () -> parser.parse(json.getBytes(UTF_8)))
                .errors();
    }

    @Test
    void contentReadAlone_equalsTheParsedContent() {
        for (String json : List.of("""
            {"type":"order_shipped","to":{"user":"usr_42"},"data":{"order" : [1, {"é":"\\u00e9"}]},
             "channels":["in_app","email"],"title":"Ship\\"ped é","body":"On its way","deepLink":"app://orders/42"}\
            """, """
            {"to":{"users":["title","body"]},"body":"b"}\
            """, """
            {"data":{"title":"not this","data":{}},"to":{"user":"u"}}\
            """)) {
            byte[] bytes = json.getBytes(UTF_8);
            assertThat(parser.content(bytes)).isEqualTo(parser.parse(bytes).content());
        }
    }
}
