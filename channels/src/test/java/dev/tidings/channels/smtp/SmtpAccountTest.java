package dev.tidings.channels.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.delivery.InvalidSettingException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SmtpAccountTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        host          | two words
        port          | 0
        port          | 70000
        tls           | maybe
        certificate   | no certificate
        user          | alone
        password      | alone
        from          | nobody
        from          | a@b, c@d
        from          | A <a@b>\\r\\nBcc: c@d
        from          | a@b\\nBcc: c@d
        from          | group: a@b;
        replyTo       | nobody
        bounces       | nobody
        helo          | two words
        connections   | 0
        maxBytes      | 10
        receiptSecret | short
        """)
    void invalidSetting_isRejected(String setting, String value) {
        String unescaped = value.replace("\\r", "\r").replace("\\n", "\n");
        assertThatThrownBy(() -> Mails.account(Map.of(setting, unescaped)))
                .isInstanceOfSatisfying(
                        InvalidSettingException.class,
                        e -> assertThat(e.setting()).isIn(setting, "user", "password"));
    }

    @Test
    void defaults_apply() {
        SmtpAccount account = Mails.account(Map.of("from", "News <news@bücher.example>"));
        assertThat(account.from().getAddress()).isEqualTo("news@xn--bcher-kva.example");
        assertThat(account.bounces()).isEqualTo("news@xn--bcher-kva.example");
        assertThat(account.helo()).isEqualTo("xn--bcher-kva.example");
        assertThat(account.toString()).isEqualTo("smtp localhost:25");
    }
}
