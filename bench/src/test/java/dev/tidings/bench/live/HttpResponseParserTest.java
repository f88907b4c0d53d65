package dev.tidings.bench.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Tests of {@link HttpResponseParser}: partial responses, status and length. */
class HttpResponseParserTest {
    private static final String WHOLE = "HTTP/1.1 202 Accepted\r\nServer: x\r\nContent-Length: 5\r\n\r\nhello";

    @Test
    void end_isKnownOnlyWithTheLastByte() {
        for (int length = 0; length < WHOLE.length(); length++) {
            assertThat(HttpResponseParser.end(buffer(WHOLE.substring(0, length))))
                    .isNegative();
        }
        assertThat(HttpResponseParser.end(buffer(WHOLE))).isEqualTo(WHOLE.length());
        assertThat(HttpResponseParser.status(buffer(WHOLE))).isEqualTo(202);
    }

    @Test
    void end_isEndOfHeadWithoutContentLength() {
        String head = "HTTP/1.1 101 Switching Protocols\r\nX-Content-Length: 7\r\n\r\n";
        assertThat(HttpResponseParser.end(buffer(head + "frames"))).isEqualTo(head.length());
    }

    private static ByteBuffer buffer(String text) {
        return ByteBuffer.wrap(text.getBytes(US_ASCII));
    }
}
