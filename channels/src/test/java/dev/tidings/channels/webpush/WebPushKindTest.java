package dev.tidings.channels.webpush;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.interaso.webpush.VapidKeys;
import com.interaso.webpush.WebPush;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.core.delivery.Provider;
import dev.tidings.testkit.SteppedClock;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that invalid account settings are rejected when they are stored. */
class WebPushKindTest {
    private static final WebPushKind KIND = new WebPushKind(new PublicAddresses(false));

    private static Map<String, String> good() {
        return TestSender.settings(VapidKeys.generate());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mailto:push@example.org", "https://example.org/contact"})
    void validSubject_isAccepted(String subject) {
        Map<String, String> settings = good();
        settings.put("subject", subject);
        try (Provider provider = TestSender.open(KIND, settings, Duration.ofSeconds(1))) {
            assertThat(provider.problem()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "subject,''",
        "subject,push@example.org",
        "subject,mailto:",
        "subject,mailto:nobody",
        "subject,http://example.org",
        "subject,https://",
        "subject,'mailto:a@b\",\"aud\":\"c'",
        "vapidPublicKey,''",
        "vapidPublicKey,AAAA",
        "vapidPublicKey,+++",
        "vapidPrivateKey,''",
        "vapidPrivateKey,AAAA",
        "vapidPrivateKey,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    })
    void invalidSetting_isRejected(String setting, String value) {
        Map<String, String> settings = good();
        settings.put(setting, value);
        assertThatThrownBy(() -> TestSender.open(KIND, settings, Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        InvalidSettingException.class,
                        wrong -> assertThat(wrong.setting()).isEqualTo(setting));
    }

    @Test
    void mismatchedKeys_areRejected() {
        Map<String, String> settings = good();
        settings.put("vapidPrivateKey", good().get("vapidPrivateKey"));
        assertThatThrownBy(() -> TestSender.open(KIND, settings, Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(InvalidSettingException.class, wrong -> {
                    assertThat(wrong.setting()).isEqualTo("vapidPrivateKey");
                    assertThat(wrong.value()).as("a secret").isNull();
                });
    }

    @Test
    void token_isReusedPerOriginUntilRenewal() {
        SteppedClock clock = new SteppedClock(TestSender.NOW);
        VapidTokens tokens = new VapidTokens(new WebPush("mailto:push@example.org", VapidKeys.generate()), clock);
        String first = tokens.token("https://a.example");
        assertThat(tokens.token("https://b.example")).isNotEqualTo(first);
        clock.advance(Duration.ofHours(5));
        assertThat(tokens.token("https://a.example")).isEqualTo(first);
        clock.advance(Duration.ofHours(1));
        assertThat(tokens.token("https://a.example")).isNotEqualTo(first);
    }

    @Test
    void tokenCache_isBounded() {
        VapidTokens tokens = new VapidTokens(
                new WebPush("mailto:push@example.org", VapidKeys.generate()), new SteppedClock(TestSender.NOW));
        String first = tokens.token("https://a.example");
        for (int i = 1; i < VapidTokens.MAX_TOKENS; i++) {
            tokens.token("https://" + i + ".example");
        }
        assertThat(tokens.token("https://a.example"))
                .as("all within the limit are cached")
                .isEqualTo(first);
        tokens.token("https://one.too.many.example");
        assertThat(tokens.token("https://a.example"))
                .as("evicted beyond the limit")
                .isNotEqualTo(first);
    }
}
