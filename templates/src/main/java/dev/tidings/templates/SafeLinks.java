package dev.tidings.templates;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The links that a value may make: those that can't run a script where they are opened. */
final class SafeLinks {
    static final String EXPECTED = "a link with http:, https:, mailto:, tel: or cid:, or a relative one,";

    /** More than any scheme needs, also with blanks in front: a longer beginning of a link has none. */
    static final int MAX_SCHEME = 256;

    private static final Set<String> SCHEMES = Set.of("http", "https", "mailto", "tel", "cid");
    private static final Set<String> SCRIPT_SCHEMES = Set.of("javascript", "vbscript", "data");

    private SafeLinks() {}

    /** @param before the beginning of the link, from the template and earlier values */
    static boolean allows(String before, String value) {
        // A scheme that is complete is the template's own, or was checked with its value.
        return before.length() == MAX_SCHEME
                || isComplete(before)
                || scheme(before + value).map(SCHEMES::contains).orElse(true);
    }

    /** Whether such a link may run a script in the page that shows it. */
    static boolean isScript(String scheme) {
        return SCRIPT_SCHEMES.contains(scheme);
    }

    /** In lower case; empty for a relative link. */
    static Optional<String> scheme(String link) {
        String text = normalized(link);
        int end = end(text);
        return end >= 0 && text.charAt(end) == ':'
                ? Optional.of(text.substring(0, end).toLowerCase(Locale.ROOT))
                : Optional.empty();
    }

    private static boolean isComplete(String link) {
        return end(normalized(link)) >= 0;
    }

    /** Browsers drop blanks and control characters in front of a link, and tabs and line breaks within it. */
    private static String normalized(String link) {
        int start = 0;
        while (start < link.length() && link.charAt(start) <= ' ') {
            start++;
        }
        return link.substring(start).replaceAll("[\\t\\n\\r]", "");
    }

    /** The position after the scheme or the first part of a path; negative if the text ends before. */
    private static int end(String link) {
        for (int i = 0; i < link.length(); i++) {
            if (":/?#&".indexOf(link.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }
}
