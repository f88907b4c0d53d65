package dev.tidings.bench.live;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Locale;

/**
 * Finds the status, body and end of an HTTP response in a buffer, for the load client of the live benchmark. The response begins at
 * the position of the buffer.
 */
final class HttpResponseParser {
    private static final int STATUS_AT = 9;
    private static final int HEAD_END = '\r' << 24 | '\n' << 16 | '\r' << 8 | '\n';
    private static final String LENGTH = "\r\ncontent-length:";

    private HttpResponseParser() {}

    /** The offset of the body; negative if the head is incomplete. */
    static int headEnd(ByteBuffer answer) {
        for (int at = answer.position(); at <= answer.limit() - Integer.BYTES; at++) {
            if (answer.getInt(at) == HEAD_END) {
                return at + Integer.BYTES;
            }
        }
        return -1;
    }

    static int status(ByteBuffer answer) {
        int at = answer.position() + STATUS_AT;
        return 100 * (answer.get(at) - '0') + 10 * (answer.get(at + 1) - '0') + answer.get(at + 2) - '0';
    }

    /** The end of the response; negative if it is incomplete. */
    static int end(ByteBuffer answer) {
        int headEnd = headEnd(answer);
        if (headEnd < 0) {
            return -1;
        }
        byte[] bytes = new byte[headEnd - answer.position()];
        answer.get(answer.position(), bytes);
        String head = new String(bytes, US_ASCII).toLowerCase(Locale.ROOT);
        int at = head.indexOf(LENGTH);
        int length = at < 0
                ? 0
                : Integer.parseInt(head.substring(at + LENGTH.length(), head.indexOf('\r', at + LENGTH.length()))
                        .trim());
        return answer.limit() < headEnd + length ? -1 : headEnd + length;
    }
}
