package dev.tidings.channels.twilio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.channels.HttpDeliveries;
import dev.tidings.core.delivery.InvalidSettingException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TwilioKindTest {
    private static final String SERVICE = "MG" + "0123456789abcdef".repeat(2);

    private static Map<String, String> account() {
        return new HashMap<>(
                Map.of("accountSid", "AC" + "0".repeat(32), "authToken", "sesame-sesame", "from", "+15005550006"));
    }

    private static void assertRefused(Map<String, String> settings, String setting) {
        assertThatThrownBy(() -> HttpDeliveries.open(new TwilioKind(), settings, InstantSource.system()))
                .isInstanceOfSatisfying(InvalidSettingException.class, e -> {
                    assertThat(e.setting()).isEqualTo(setting);
                    assertThat(e.getMessage()).doesNotContain("sesame");
                });
    }

    @Test
    void validSettings_areAccepted() {
        HttpDeliveries.open(new TwilioKind(), account(), InstantSource.system()).close();
        Map<String, String> region = account();
        region.put("baseUrl", "https://api.dublin.ie1.twilio.com");
        HttpDeliveries.open(new TwilioKind(), region, InstantSource.system()).close();
    }

    @ParameterizedTest
    @CsvSource({
        "accountSid, AC12",
        "accountSid, ../AC",
        "authToken, 'sesame\r\nX: y'",
        "from, 'a name that is too long'",
        "from, 15005550006",
        "baseUrl, http://api.twilio.com",
        "baseUrl, https://127.0.0.1/",
        "baseUrl, https://eviltwilio.com/",
        "statusCallback, /receipts",
    })
    void invalidSetting_isRejected(String setting, String value) {
        Map<String, String> settings = account();
        settings.put(setting, value);
        assertRefused(settings, setting);
    }

    @Test
    void exactlyOneSender_isRequired() {
        Map<String, String> settings = account();
        settings.put("messagingServiceSid", SERVICE);
        assertRefused(settings, "from");
        settings.remove("messagingServiceSid");
        settings.remove("from");
        assertRefused(settings, "from");
    }
}
