package dev.tidings.channels.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailAddressCheckTest {
    @ParameterizedTest
    @ValueSource(strings = {"a@b", "first.last+tag@mail.example.org", "o'neil@example.org", "!#$%&'*+/=?^_`{|}~@a.b"})
    void validAddress_isUnchanged(String address) throws UnsendableException {
        assertThat(MailAddressCheck.checked(address)).isEqualTo(address);
    }

    @Test
    void domain_isConvertedToAscii() throws UnsendableException {
        assertThat(MailAddressCheck.checked("info@bücher.example")).isEqualTo("info@xn--bcher-kva.example");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "@b",
                "a@",
                "a@b\r\nRCPT TO:<c@d>",
                "a\n@b",
                "a b@c",
                "a@b c",
                "a@b> SIZE=1",
                "<a@b>",
                "a@b,c@d",
                "ä@b",
                "\"a b\"@c",
                "a@-b",
                "a@b\u3002\u0000",
                "a@b@c"
            })
    void invalidAddress_isRejected(String address) {
        assertThatThrownBy(() -> MailAddressCheck.checked(address))
                .isInstanceOfSatisfying(
                        UnsendableException.class, e -> assertThat(e.code()).isEqualTo("invalid_address"));
    }
}
