package dev.tidings.server.validation;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.Set;

/**
 * Checks the syntax of user ids, names, language tags, links and idempotency keys in requests, and describes the expected syntax for
 * errors.
 */
public final class ValueRules {
    public static final String TYPE_NAME = "1 to 64 letters, digits, '_', '-' or '.', the first a letter or digit";
    public static final String LANGUAGE_TAG = "a language tag (BCP 47) such as en or pt-BR";
    public static final String TIME = "a time (RFC 3339) such as 2030-01-31T09:30:00Z";

    private static final int MAX_NAME = 64;
    private static final int MAX_LANGUAGE_TAG = 35;
    /** A link tapped by another user must not run as a script in the page that shows it. */
    private static final Set<String> SCRIPT_SCHEMES = Set.of("javascript", "vbscript", "data");

    private ValueRules() {}

    public static String userId(int bytes) {
        return "a user id of 1 to " + bytes + " bytes without control characters";
    }

    public static boolean isUserId(String text, int bytes) {
        return !text.isEmpty() && TextChecks.fits(text, bytes) && !TextChecks.hasControls(text);
    }

    /** A name chosen by the tenant, of a type or a category. */
    public static boolean isName(String text) {
        if (text.isEmpty() || text.length() > MAX_NAME || !isAlphanumeric(text.charAt(0))) {
            return false;
        }
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!isAlphanumeric(c) && c != '_' && c != '-' && c != '.') {
                return false;
            }
        }
        return true;
    }

    public static boolean isLanguageTag(String text) {
        if (text.length() == 2) {
            return isLower(text.charAt(0)) && isLower(text.charAt(1)) || isWellFormed(text);
        }
        return !text.isEmpty() && text.length() <= MAX_LANGUAGE_TAG && isWellFormed(text);
    }

    private static boolean isWellFormed(String text) {
        try {
            new Locale.Builder().setLanguageTag(text);
            return true;
        } catch (IllformedLocaleException no) {
            return false;
        }
    }

    public static boolean isLink(String text) {
        try {
            URI uri = new URI(text);
            return uri.isAbsolute() && !SCRIPT_SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT));
        } catch (URISyntaxException no) {
            return false;
        }
    }

    /** Visible ASCII, in a header or in a field of a batch line, so that it has the same bytes everywhere. */
    public static boolean isIdempotencyKey(String text, int max) {
        return !text.isEmpty() && text.length() <= max && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    private static boolean isAlphanumeric(char c) {
        return isLower(c) || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    private static boolean isLower(char c) {
        return c >= 'a' && c <= 'z';
    }
}
