package dev.tidings.core.deliver;

/**
 * How large a push is: as a JSON object of title, body, data and deepLink, as far as there are any, in UTF-8. Which devices a user has
 * is not known when a push is entered, so there is one limit, that of the push service that leaves the least room. What is within it,
 * each of them takes.
 */
public final class PushSize {
    /** What Apple, Firebase and the push services of browsers take, with all that a provider has to wrap around it. */
    public static final int WRAPPED = 4_096;

    /**
     * Encrypting for a browser costs most: a head of 86 bytes, a tag of 16 and one that ends the record (RFC 8188, RFC 8291). What Apple wants
     * around it is 36 bytes at the most, and Firebase counts names and values alone.
     */
    private static final int WRAPPING = 86 + 16 + 1;

    public static final int MOST = WRAPPED - WRAPPING;

    /** {@code {"title":"","body":"","data":,"deepLink":""}}. */
    private static final int FRAME = 44;

    /** A control character, as a backslash, u and four digits. */
    private static final int MOST_OF_A_CHARACTER = 6;

    private static final int MOST_OF_UTF8 = 3;

    private PushSize() {}

    public static int of(Message.Push push) {
        int members = quotedMember("title", push.title())
                + quotedMember("body", push.body())
                + (push.data() == null ? 0 : member("data", utf8(push.data())))
                + quotedMember("deepLink", push.deepLink());
        return 1 + Math.max(1, members);
    }

    /** Whether it needs no counting to see that it fits. */
    public static boolean surelyFits(Message.Push push) {
        int texts = length(push.title()) + length(push.body()) + length(push.deepLink());
        return FRAME + MOST_OF_A_CHARACTER * texts + MOST_OF_UTF8 * length(push.data()) <= MOST;
    }

    /**
     * The same of one that is not put together yet.
     *
     * @param texts the bytes that title, body and deepLink have in all between their quotes, or more
     * @param data as it is given, or null
     */
    public static boolean surelyFits(long texts, String data) {
        return FRAME + texts + (data == null ? 0 : utf8(data)) <= MOST;
    }

    /** The bytes of a text between the quotes of a JSON string. */
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
            default -> MOST_OF_A_CHARACTER;
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
        // A surrogate is one of two that make up four bytes.
        return c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : MOST_OF_UTF8;
    }

    private static int quotedMember(String name, String text) {
        return text == null ? 0 : member(name, 2 + quoted(text));
    }

    /** With the brace or comma before it, and its colon. */
    private static int member(String name, int value) {
        return 1 + 2 + name.length() + 1 + value;
    }

    private static int length(String text) {
        return text == null ? 0 : text.length();
    }
}
