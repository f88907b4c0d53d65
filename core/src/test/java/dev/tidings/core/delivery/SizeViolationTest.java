package dev.tidings.core.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Tests of the size limits of push messages and SMS. */
class SizeViolationTest {

    @Test
    void pushSize_isThatOfItsJson() {
        assertThat(PushSize.of(new Message.Push(null, null, null, null))).isEqualTo(bytes("{}"));
        assertThat(PushSize.of(new Message.Push("t", null, null, null))).isEqualTo(bytes("{\"title\":\"t\"}"));
        assertThat(PushSize.of(new Message.Push("é\n", "\"\u0001", "{\"a\": \"漢\"}", "app:\uD83D\uDE00")))
                .isEqualTo(bytes("{\"title\":\"é\\n\",\"body\":\"\\\"\\u0001\",\"data\":{\"a\": \"漢\"},"
                        + "\"deepLink\":\"app:\uD83D\uDE00\"}"));
    }

    private static int bytes(String json) {
        return json.getBytes(UTF_8).length;
    }

    @Test
    void push_mayUseTheLastByte() {
        int frame = bytes("{\"body\":\"\"}");
        assertThat(SizeViolation.of(push("x".repeat(3_993 - frame)))).isEmpty();
        assertThat(SizeViolation.of(push("x".repeat(3_992 - frame) + "é")))
                .contains(new SizeViolation(
                        "3994 bytes",
                        "at most 3993 bytes for push, of title, body, data and deepLink together as JSON"
                                + " (4096 as push services count them)"));
    }

    private static Message.Push push(String body) {
        return new Message.Push(null, body, null, null);
    }

    @Test
    void sms_mayHaveTenSegments() {
        assertThat(SizeViolation.of(new Message.Sms("x".repeat(1_530)))).isEmpty();
        assertThat(SizeViolation.of(new Message.Sms("x".repeat(1_531))))
                .map(SizeViolation::size)
                .contains("11 segments in GSM-7");
        assertThat(SizeViolation.of(new Message.Sms("я".repeat(670)))).isEmpty();
        assertThat(SizeViolation.of(new Message.Sms("я".repeat(671))))
                .map(SizeViolation::size)
                .contains("11 segments in UCS-2");
    }

    @Test
    void emailAndWebhook_haveNoSizeLimit() {
        String large = "x".repeat(1 << 16);
        assertThat(SizeViolation.of(new Message.Email("s", large, large, null))).isEmpty();
        assertThat(SizeViolation.of(new Message.Webhook(large))).isEmpty();
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.of("x", "€", "\"", "\u0001", "漢", "\uD83D\uDE00")
                .flatMap(most -> Arbitraries.of("", "x", "я", "xx")
                        .flatMap(first ->
                                Arbitraries.integers().between(0, 1_400).map(times -> first + most.repeat(times))));
    }

    /** Whatever passes without counting also passes when counted. */
    @Property
    void quickCheck_neverErrs(@ForAll("texts") String text) {
        if (SmsSegments.alwaysFits(text.length())) {
            assertThat(SmsSegments.of(text).exceedsLimit()).isFalse();
        }
        for (Message.Push push : new Message.Push[] {
            new Message.Push(text, "b", "{\"a\":1}", "app:x"),
            new Message.Push("t", text, "{}", text),
            new Message.Push("t", "b", "{\"" + text + "\":1}", "app:x")
        }) {
            if (PushSize.alwaysFits(push)) {
                assertThat(PushSize.of(push)).isLessThanOrEqualTo(PushSize.MAX_BYTES);
            }
            int texts = PushSize.quoted(push.title()) + PushSize.quoted(push.body()) + PushSize.quoted(push.deepLink());
            assertThat(PushSize.alwaysFits(texts, push.data()))
                    .as("with all four there is nothing to spare")
                    .isEqualTo(PushSize.of(push) <= PushSize.MAX_BYTES);
        }
    }
}
