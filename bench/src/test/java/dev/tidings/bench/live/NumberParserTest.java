package dev.tidings.bench.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.bench.service.SampleNotifications;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Tests of {@link NumberParser}: numbers in requests and at the end of a message, and messages without one. */
class NumberParserTest {

    @Test
    void find_returnsTheNumberOfARequest() {
        assertThat(find(SampleNotifications.request("usr_1", 4_711_000_000L))).isEqualTo(4_711_000_000L);
    }

    @Test
    void find_stopsAtTheEndOfTheMessage() {
        ByteBuffer text = ByteBuffer.wrap("\"order\":1234".getBytes(US_ASCII));
        assertThat(NumberParser.find(text, 0, 10)).isEqualTo(12);
    }

    @Test
    void find_isNegativeForAGreeting() {
        assertThat(find("{\"event\":\"hello\",\"id\":\"x\",\"unread\":3}")).isNegative();
        assertThat(find("")).isNegative();
    }

    private static long find(String text) {
        return NumberParser.find(ByteBuffer.wrap(text.getBytes(US_ASCII)), 0, text.length());
    }
}
