package dev.tidings.core.delivery;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of SMS encoding and segmentation against 3GPP TS 23.038. */
class SmsSegmentsTest {
    /** From the tables in 3GPP TS 23.038. */
    @Test
    void gsmAlphabet_isEncodedInSeptets() {
        assertThat(SmsSegments.of("@£$_Δ Aaäöüß§¿à").parts().get(0))
                .containsExactly(0, 1, 2, 0x11, 0x10, 0x20, 0x41, 0x61, 0x7B, 0x7C, 0x7E, 0x1E, 0x5F, 0x60, 0x7F);
        assertThat(SmsSegments.of("€[]{}~|^\\\f").parts().get(0))
                .containsExactly(
                        0x1B, 0x65, 0x1B, 0x3C, 0x1B, 0x3E, 0x1B, 0x28, 0x1B, 0x29, 0x1B, 0x3D, 0x1B, 0x40, 0x1B, 0x14,
                        0x1B, 0x2F, 0x1B, 0x0A);
    }

    @ParameterizedTest
    @CsvSource({
        "a, 0, true, 1",
        "a, 160, true, 1",
        "a, 161, true, 2",
        "a, 306, true, 2",
        "a, 307, true, 3",
        "a, 1530, true, 10",
        "a, 1531, true, 11",
        "€, 80, true, 1",
        "€, 81, true, 2",
        // 153 is odd, so that one septet of each segment stays empty.
        "€, 152, true, 2",
        "€, 153, true, 3",
        "я, 70, false, 1",
        "я, 71, false, 2",
        "я, 134, false, 2",
        "я, 135, false, 3",
        "`, 1, false, 1",
        "\uD83D\uDE00, 35, false, 1",
        "\uD83D\uDE00, 36, false, 2",
        // 67 is odd as well.
        "\uD83D\uDE00, 66, false, 2",
        "\uD83D\uDE00, 67, false, 3",
    })
    void segments_areCounted(String character, int times, boolean gsm, int count) {
        SmsSegments segments = SmsSegments.of(character.repeat(times));
        assertThat(segments.gsm()).isEqualTo(gsm);
        assertThat(segments.count()).isEqualTo(count);
        assertThat(segments.exceedsLimit()).isEqualTo(count > 10);
    }

    /** A single character outside the alphabet switches the whole text to UCS-2. */
    @Test
    void anEscapeIsNotInTheAlphabet() {
        assertThat(SmsSegments.of("a\u001Bb").gsm()).isFalse();
    }

    @Test
    void segmentation_neitherLosesNorSplitsCharacters() {
        String text = ("a".repeat(7) + "\uD83D\uDE00").repeat(30);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] part : SmsSegments.of(text).parts()) {
            assertThat(part.length).isLessThanOrEqualTo(134);
            assertThat(new String(part, UTF_16BE)).doesNotContain("\uFFFD");
            whole.writeBytes(part);
        }
        assertThat(whole.toString(UTF_16BE)).isEqualTo(text);
        for (byte[] part : SmsSegments.of("€a".repeat(200)).parts()) {
            assertThat(part.length).isLessThanOrEqualTo(153);
            assertThat(part[part.length - 1]).isNotEqualTo(Gsm7.ESCAPE);
        }
    }
}
