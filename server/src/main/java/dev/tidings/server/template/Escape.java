package dev.tidings.server.template;

import static java.nio.charset.StandardCharsets.UTF_8;

/** What has to be done to a value before it may stand in a text of some kind. */
enum Escape {
    /** Nothing: there is no markup in it. */
    PLAIN {
        @Override
        void append(String value, Output out) {
            out.append(value);
        }
    },
    /** Whatever would break a line becomes a space: a second line of a subject would be a header of its own. */
    LINE {
        @Override
        void append(String value, Output out) {
            for (int i = 0; i < value.length(); i++) {
                char c = value.charAt(i);
                out.append(breaksLine(c) ? ' ' : c);
            }
        }
    },
    /** For text and for attributes, quoted or not. */
    HTML {
        @Override
        void append(String value, Output out) {
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
    /** Between the quotes of a string. */
    JSON {
        @Override
        void append(String value, Output out) {
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
    /** Percent-encoded, so that a value stays within the piece of the link in which it stands. */
    LINK {
        @Override
        void append(String value, Output out) {
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

    /** How many characters any of them makes of one, at the most: three bytes in a link. */
    static final int MOST_GROWTH = 9;

    private static final char[] HEX = "0123456789ABCDEF".toCharArray();

    abstract void append(String value, Output out);

    /** Those that some program or other takes for the end of a line, and all other control characters. */
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
