package dev.tidings.channels.webpush;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Test of the test receiver: it decrypts the example of RFC 8291, section 5. */
class BrowserTest {
    @Test
    void rfc8291Example_isDecrypted() throws Exception {
        Browser browser = Browser.of(
                "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                "BTBZMqHH6r4Tts7J_aSIgg");
        byte[] body = Browser.decoded("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIg"
                + "Dll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNW"
                + "QexSgSxsj_Qulcy4a-fN");
        assertThat(browser.decrypted(body)).isEqualTo("When I grow up, I want to be a watermelon");
    }
}
