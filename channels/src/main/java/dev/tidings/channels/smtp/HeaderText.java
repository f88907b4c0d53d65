package dev.tidings.channels.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.mail.internet.MimeUtility;
import java.util.Base64;
import java.util.regex.Pattern;

/** Text in a header: in lines that are not too long, and in encoded words (RFC 2047) where it is more than plain ASCII. */
final class HeaderText {
    /** Not with a space at an end, which would be lost, and not with what looks as if it were encoded. */
    private static final Pattern PLAIN = Pattern.compile("(?!.*=\\?)(?! )[ -~]*(?<! )");
    /** Of UTF-8 in one word: with what is around it, it has 72 characters of the 75 that it may. */
    private static final int WORD_BYTES = 45;
    /** Far below the 998 that a line may have, name included. */
    private static final int LONGEST_LINE = 900;

    private HeaderText() {}

    /** @param text without control characters */
    static String of(String text) {
        if (PLAIN.matcher(text).matches()) {
            String folded = MimeUtility.fold("Subject: ".length(), text);
            if (folded.lines().allMatch(line -> line.length() <= LONGEST_LINE)) {
                return folded;
            }
        }
        return encoded(text);
    }

    /** A character is never cut in two. */
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
