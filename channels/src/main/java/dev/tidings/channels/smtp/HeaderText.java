package dev.tidings.channels.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.mail.internet.MimeUtility;
import java.util.Base64;
import java.util.regex.Pattern;

/** Encodes header text: folded lines, and encoded words (RFC 2047) for anything but plain ASCII. */
final class HeaderText {
    /** No space at either end, which would be lost, and nothing that looks like an encoded word. */
    private static final Pattern PLAIN = Pattern.compile("(?!.*=\\?)(?! )[ -~]*(?<! )");
    /** The UTF-8 bytes of one encoded word: with its delimiters it has 72 of the permitted 75 characters. */
    private static final int WORD_BYTES = 45;
    /** Far below the limit of 998 characters, the header name included. */
    private static final int MAX_LINE = 900;

    private HeaderText() {}

    /** @param text without control characters */
    static String of(String text) {
        if (PLAIN.matcher(text).matches()) {
            String folded = MimeUtility.fold("Subject: ".length(), text);
            if (folded.lines().allMatch(line -> line.length() <= MAX_LINE)) {
                return folded;
            }
        }
        return encoded(text);
    }

    /** Never splits a character. */
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
