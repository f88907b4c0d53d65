package dev.tidings.templates;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The ways to escape a value for the output it is inserted into: plain text, a single line, HTML, a JSON string or a link. Each part of a
 * template has one.
 */
enum Escape {
    /** None: plain text has no markup. */
    PLAIN {
        @Override
        void append(String value, BoundedOutput out) {
            out.append(value);
        }
    },
    /** Line breaks become spaces: a second line in a subject would be another header. */
    LINE {
        @Override
        void append(String value, BoundedOutput out) {
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                out.append(breaksLine(c) ? ' ' : c);
            }
        }
    },
    /** For text and attributes, quoted or not. */
    HTML {
        @Override
        void append(String value, BoundedOutput out) {
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                switch (c) {
                    case '&' -> out.append("&amp;");
                    case '<' -> out.append("&lt;");
                    case '>' -> out.append("&gt;");
                    case '"' -> out.append("&quot;");
                    case '\'' -> out.append("&#39;");
                    case '`' -> out.append("&#x60;");
                    case '=' -> out.append("&#x3D;");
                    default -> out.append(c);
                }
            }
        }
    },
    /** For the inside of a JSON string. */
    JSON {
        @Override
        void append(String value, BoundedOutput out) {
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                if (c == '"' || c == '\\') {
                    out.append('\\');
                    out.append(c);
                } else if (c < 0x20 || c == '\u2028' || c == '\u2029') {
                    out.append("\\u" + HEX[c >> 12] + HEX[c >> 8 & 15] + HEX[c >> 4 & 15] + HEX[c & 15]);
                } else {
                    out.append(c);
                }
            }
        }
    },
    /** Percent-encoded, so that a value stays within its component of the link. */
    LINK {
        @Override
        void append(String value, BoundedOutput out) {
            for (byte b : value.getBytes(UTF_8)) {
                if (isUnreserved(b)) {
                    out.append((char) b);
                } else {
                    out.append('%');
                    out.append(HEX[b >> 4 & 15]);
                    out.append(HEX[b & 15]);
                }
            }
        }
    };

    /** The largest number of characters for one character: three percent-encoded bytes in a link. */
    static final int MAX_GROWTH = 9;

    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    abstract void append(String value, BoundedOutput out);

    /** The characters that some program treats as a line break, and all other control characters. */
    static boolean breaksLine(char c) {
        return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
    }

    private static boolean isUnreserved(byte b) {
        return b >= 'a' && b <= 'z'
                || b >= 'A' && b <= 'Z'
                || b >= '0' && b <= '9'
                || b == '-'
                || b == '_'
                || b == '.'
                || b == '~';
    }
}
