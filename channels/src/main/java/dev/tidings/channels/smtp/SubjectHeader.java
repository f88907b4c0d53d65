package dev.tidings.channels.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.mail.internet.MimeUtility;
import java.util.Base64;
import java.util.regex.Pattern;

/** Encodes the value of the Subject header: plain ASCII is folded, anything else becomes encoded words (RFC 2047). */
final class SubjectHeader {
    /** Printable ASCII without a leading or trailing space, which would be lost, and without the start of an encoded word. */
    private static final Pattern PLAIN = Pattern.compile("(?!.*=\\?)(?! )[ -~]*(?<! )");
    /** The UTF-8 bytes of one encoded word: with its delimiters it has 72 of the permitted 75 characters. */
    private static final int WORD_BYTES = 45;
    /** Far below the limit of 998 characters, the header name included. */
    private static final int MAX_LINE = 900;

    private SubjectHeader() {}

    /**
     * The header value, without the header name.
     *
     * @param text the subject, without control characters
     */
    static String of(String text) {
        if (PLAIN.matcher(text).matches()) {
            String folded = MimeUtility.fold("Subject: ".length(), text);
            if (folded.lines().allMatch(line -> line.length() <= MAX_LINE)) {
                return folded;
            }
        }
        return encoded(text);
    }

    /** Splits the text into encoded words, one per line, never within a character. */
    private static String encoded(String text) {
        StringBuilder words = new StringBuilder();
        int start = 0;
        int bytes = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int size = Character.toString(text.codePointAt(i)).getBytes(UTF_8).length;
            if (bytes + size > WORD_BYTES) {
                words.append(word(text.substring(start, i))).append("\r\n ");
                start = i;
                bytes = 0;
            }
            bytes += size;
        }
        return words.append(word(text.substring(start))).toString();
    }

    private static String word(String text) {
        return "=?UTF-8?B?" + Base64.getEncoder().encodeToString(text.getBytes(UTF_8)) + "?=";
    }
}
