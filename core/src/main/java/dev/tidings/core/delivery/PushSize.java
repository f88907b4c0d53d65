package dev.tidings.core.delivery;

/**
 * Computes the size of a push message in bytes: the JSON object of its title, body, data and deepLink, in UTF-8. The user's devices are not
 * known when a push is submitted, so one limit applies, that of the most restrictive push service.
 */
public final class PushSize {
    /** The payload limit of Apple, Firebase and browser push services, including the provider's envelope. */
    public static final int MAX_PAYLOAD_BYTES = 4_096;

    /**
     * Web push encryption has the largest overhead: a header of 86 bytes, a tag of 16 and a record delimiter (RFC 8188, RFC 8291). Apple's
     * envelope takes at most 36 bytes, and Firebase counts names and values alone.
     */
    private static final int OVERHEAD = 86 + 16 + 1;

    public static final int MAX_BYTES = MAX_PAYLOAD_BYTES - OVERHEAD;

    /** {@code {"title":"","body":"","data":,"deepLink":""}}. */
    private static final int FRAME = 44;

    /** A control character, escaped as a backslash, u and four digits. */
    private static final int MAX_ESCAPED_CHARACTER = 6;

    private static final int MAX_UTF8 = 3;

    private PushSize() {}

    public static int of(Message.Push push) {
        int members = quotedMember("title", push.title())
                + quotedMember("body", push.body())
                + (push.data() == null ? 0 : member("data", utf8(push.data())))
                + quotedMember("deepLink", push.deepLink());
        return 1 + Math.max(1, members);
    }

    /** Whether the message fits by an upper bound that needs no counting. */
    public static boolean alwaysFits(Message.Push push) {
        int texts = length(push.title()) + length(push.body()) + length(push.deepLink());
        return FRAME + MAX_ESCAPED_CHARACTER * texts + MAX_UTF8 * length(push.data()) <= MAX_BYTES;
    }

    /**
     * The same check for a message that is not assembled yet.
     *
     * @param texts an upper bound of the bytes of title, body and deepLink between their quotes
     * @param data the JSON text, or null
     */
    public static boolean alwaysFits(long texts, String data) {
        return FRAME + texts + (data == null ? 0 : utf8(data)) <= MAX_BYTES;
    }

    /** The bytes of a text inside a JSON string. */
    public static int quoted(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            bytes += c < ' ' ? control(c) : c == '"' || c == '\\' ? 2 : utf8(c);
        }
        return bytes;
    }

    private static int control(char c) {
        return switch (c) {
            case '\b', '\t', '\n', '\f', '\r' -> 2;
            default -> MAX_ESCAPED_CHARACTER;
        };
    }

    private static int utf8(String text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            bytes += utf8(text.charAt(i));
        }
        return bytes;
    }

    private static int utf8(char c) {
        // A surrogate is half of a pair that takes four bytes.
        return c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : MAX_UTF8;
    }

    private static int quotedMember(String name, String text) {
        return text == null ? 0 : member(name, 2 + quoted(text));
    }

    /** Includes the brace or comma before it, and its colon. */
    private static int member(String name, int value) {
        return 1 + 2 + name.length() + 1 + value;
    }

    private static int length(String text) {
        return text == null ? 0 : text.length();
    }
}
