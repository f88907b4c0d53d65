package dev.tidings.server.validation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of valid addresses; invalid ones are covered by the API's tests of bad input. */
class AddressRulesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@b",
                "ann@example.com",
                "ann.lee+news@mail.example.co.uk",
                "o'hara/x=y@example.com",
                "zoe@exämple.org",
                "user@例子.广告",
                "ann@उदाहरण.कॉम",
                "x@xn--exmple-cua.com",
                "1@2.3"
            })
    void emailWithInternationalDomain_isValid(String email) {
        assertThat(AddressRules.isEmail(email)).isTrue();
    }

    /** Not deliverable: every mail server on the path would have to support SMTPUTF8. */
    @ParameterizedTest
    @ValueSource(strings = {"zoë@example.org", "用户@example.org", "उपयोगकर्ता@example.org", "０１@example.org"})
    void emailWithInternationalLocalPart_isInvalid(String email) {
        assertThat(AddressRules.isEmail(email)).isFalse();
        assertThat(AddressRules.EMAIL).contains("in ASCII up to the @");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a@b\n", "a\u00a0@b", "a\u200b@b", "a@b\u202e", "\ud800@b", "a\u2028@b", "a@b c", "a;b@c"})
    void emailWithUnsafeCharacter_isInvalid(String email) {
        assertThat(AddressRules.isEmail(email)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"+6834123", "+4915112345678", "+123456789012345"})
    void phoneNumberWithCountryCode_isValid(String phone) {
        assertThat(AddressRules.isPhone(phone)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.com",
                "HTTPS://example.com:8443/a/b?c=d%20e",
                "http://localhost:9000/hook",
                "https://[2001:db8::1]/",
                "https://192.0.2.1/"
            })
    void httpUrl_isValid(String url) {
        assertThat(AddressRules.isUrl(url)).isTrue();
    }
}
