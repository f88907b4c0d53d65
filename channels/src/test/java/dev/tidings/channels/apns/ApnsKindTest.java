package dev.tidings.channels.apns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.core.delivery.Provider;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that invalid account settings are rejected when they are stored. */
class ApnsKindTest {
    private static Map<String, String> good() throws Exception {
        return TestAccount.settings(TestAccount.keys("secp256r1"), 443);
    }

    @ParameterizedTest
    @ValueSource(strings = {"production", "sandbox", "proxy.example.org:2197"})
    void validHost_opensWithoutAConnection(String host) throws Exception {
        Map<String, String> settings = good();
        settings.put("host", host);
        settings.remove("trustedCertificate");
        try (Provider provider = TestAccount.open(settings, Duration.ofSeconds(1))) {
            assertThat(provider.problem()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "teamId,''",
        "teamId,short",
        "keyId,'KEY\"234567'",
        "topic,''",
        "topic,'com.example app'",
        "host,''",
        "host,api.push.apple.com",
        "host,https://api.push.apple.com:443",
        "host,api.push.apple.com:0",
        "host,api.push.apple.com:65536",
        "host,:443",
        "signingKey,''",
        "signingKey,no key at all",
        "trustedCertificate,''",
        "trustedCertificate,none",
    })
    void invalidSetting_isRejected(String setting, String value) throws Exception {
        Map<String, String> settings = good();
        settings.put(setting, value);
        assertRefused(settings, setting);
    }

    private static void assertRefused(Map<String, String> settings, String setting) {
        assertThatThrownBy(() -> TestAccount.open(settings, Duration.ofSeconds(1)))
                .isInstanceOfSatisfying(
                        InvalidSettingException.class,
                        wrong -> assertThat(wrong.setting()).isEqualTo(setting));
    }

    /** A tenant's account must not decide which hosts we call. */
    @ParameterizedTest
    @CsvSource({"production,true", "sandbox,true", "127.0.0.1:443,false", "proxy.example.org:2197,false"})
    void proxies_areRefusedUnlessAllowed(String host, boolean opens) throws Exception {
        Map<String, String> settings = good();
        settings.put("host", host);
        ApnsKind kind = new ApnsKind(false);
        if (opens) {
            TestAccount.open(kind, settings, Duration.ofSeconds(1)).close();
        } else {
            assertThatThrownBy(() -> TestAccount.open(kind, settings, Duration.ofSeconds(1)))
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageContaining("expected production or sandbox");
        }
    }

    @Test
    void wrongKeyType_isRejectedAndNotShown() throws Exception {
        Map<String, String> settings = good();
        settings.put("signingKey", TestAccount.pem(TestAccount.keys("secp384r1").getPrivate()));
        assertRefused(settings, "signingKey");
        settings.put(
                "signingKey",
                TestAccount.pem(
                        KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate()));
        assertRefused(settings, "signingKey");
        settings.put("signingKey", "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----");
        assertThatThrownBy(() -> TestAccount.open(settings, Duration.ofSeconds(1)))
                .hasMessageNotContaining("c2VjcmV0")
                .hasNoCause();
    }
}
