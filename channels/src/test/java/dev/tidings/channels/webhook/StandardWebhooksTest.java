package dev.tidings.channels.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardWebhooksTest {
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final String BODY = "{\"test\": 2432232314}";
    private static final Instant THEN = Instant.ofEpochSecond(1614265330);
    private static final WebhookSecret SECRET = WebhookSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    private static final WebhookSecret OTHER = WebhookSecret.of(WebhookSecret.generate());
    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    private static boolean verify(String signature, Instant now, WebhookSecret... secrets) {
        return StandardWebhooks.verify(List.of(secrets), ID, "1614265330", signature, BODY, now);
    }

    /** The example of the Standard Webhooks libraries. */
    @Test
    void signature_matchesTheReferenceExample() {
        assertThat(StandardWebhooks.sign(List.of(SECRET), ID, THEN, BODY)).isEqualTo(SIGNATURE);
        assertThat(verify(SIGNATURE, THEN, SECRET)).isTrue();
    }

    @Test
    void oneMatchingSignature_isEnough() {
        String both = StandardWebhooks.sign(List.of(OTHER, SECRET), ID, THEN, BODY);
        assertThat(both).endsWith(" " + SIGNATURE).startsWith("v1,");
        assertThat(verify(both, THEN, SECRET)).isTrue();
        assertThat(verify(both, THEN, OTHER)).isTrue();
        assertThat(verify(SIGNATURE, THEN, OTHER, SECRET)).isTrue();
        assertThat(verify("v1a,AAAA v2,BBBB " + SIGNATURE, THEN, SECRET)).isTrue();
    }

    @Test
    void invalidSignature_isRejected() {
        assertThat(verify(SIGNATURE, THEN, OTHER)).isFalse();
        assertThat(verify(SIGNATURE.replace("v1,", "v2,"), THEN, SECRET)).isFalse();
        assertThat(verify(SIGNATURE.substring(3), THEN, SECRET)).isFalse();
        assertThat(verify("", THEN, SECRET)).isFalse();
        assertThat(verify(null, THEN, SECRET)).isFalse();
        List<WebhookSecret> secrets = List.of(SECRET);
        assertThat(StandardWebhooks.verify(secrets, ID + "x", "1614265330", SIGNATURE, BODY, THEN))
                .isFalse();
        assertThat(StandardWebhooks.verify(secrets, ID, "1614265331", SIGNATURE, BODY, THEN))
                .isFalse();
        assertThat(StandardWebhooks.verify(secrets, ID, "1614265330", SIGNATURE, BODY + " ", THEN))
                .isFalse();
        assertThat(StandardWebhooks.verify(secrets, ID, "now", SIGNATURE, BODY, THEN))
                .isFalse();
        assertThat(StandardWebhooks.verify(secrets, null, null, SIGNATURE, BODY, THEN))
                .isFalse();
    }

    @Test
    void oldTimestamp_isRejected() {
        assertThat(verify(SIGNATURE, THEN.plusSeconds(300), SECRET)).isTrue();
        assertThat(verify(SIGNATURE, THEN.plusSeconds(301), SECRET)).isFalse();
        assertThat(verify(SIGNATURE, THEN.minusSeconds(300), SECRET)).isTrue();
        assertThat(verify(SIGNATURE, THEN.minusSeconds(301), SECRET)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "whsec_",
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS!",
            })
    void malformedSecret_isRejected(String text) {
        assertThatThrownBy(() -> WebhookSecret.of(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected " + WebhookSecret.EXPECTED);
    }

    @Test
    void secretLength_isChecked() {
        WebhookSecret.of("whsec_" + "AAAA".repeat(8));
        WebhookSecret.of("whsec_" + "AAAA".repeat(21));
        assertThatThrownBy(() -> WebhookSecret.of("whsec_" + "AAAA".repeat(22)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(WebhookSecret.generate()).startsWith("whsec_").isNotEqualTo(WebhookSecret.generate());
        assertThat(SECRET).hasToString("[redacted]");
    }
}
