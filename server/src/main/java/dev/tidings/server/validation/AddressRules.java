package dev.tidings.server.validation;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Checks the syntax of email addresses, phone numbers and URLs in requests, and describes the expected syntax for errors. A valid address
 * may not exist, but it can't break out of the header, request or command that it is inserted into.
 */
public final class AddressRules {
    public static final int MAX_EMAIL = 254;
    public static final int MAX_URL = 2_048;

    public static final String EMAIL = "an email address of at most " + MAX_EMAIL + " bytes, in ASCII up to the @";
    public static final String PHONE = "a phone number (E.164) such as +4915112345678";
    public static final String URL = "a URL of http or https, without a user or a fragment, such as"
            + " https://example.com/hook, of at most " + MAX_URL + " bytes";

    private static final int MAX_LOCAL_PART = 64;
    private static final int MAX_LABEL = 63;
    /** Characters beside letters and digits that are allowed before the @ without quotes (RFC 5322, atext). */
    private static final String ATOM_SIGNS = "!#$%&'*+-/=?^_`{|}~";

    /** At least seven digits, as in numbers of Niue; no number with its country code is shorter. */
    private static final Pattern PHONES = Pattern.compile("\\+[1-9][0-9]{6,14}");

    private AddressRules() {}

    /**
     * An addr-spec without quotes and comments, which no mailbox needs. Other alphabets are accepted in the domain, which has an ASCII
     * form; the local part has none, and few mail servers support it.
     */
    public static boolean isEmail(String text) {
        if (!TextChecks.isClean(text) || !TextChecks.fits(text, MAX_EMAIL)) {
            return false;
        }
        int at = text.indexOf('@');
        return at > 0
                && at == text.lastIndexOf('@')
                && isLocalPart(text.substring(0, at))
                && isDomain(text.substring(at + 1));
    }

    private static boolean isLocalPart(String text) {
        return TextChecks.fits(text, MAX_LOCAL_PART)
                && !text.startsWith(".")
                && !text.endsWith(".")
                && !text.contains("..")
                && text.codePoints().allMatch(c -> c == '.' || isAsciiWord(c) || ATOM_SIGNS.indexOf(c) >= 0);
    }

    private static boolean isAsciiWord(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
    }

    private static boolean isDomain(String text) {
        for (String label : text.split("\\.", -1)) {
            if (label.isEmpty()
                    || label.length() > MAX_LABEL
                    || label.startsWith("-")
                    || label.endsWith("-")
                    || !label.codePoints().allMatch(c -> c == '-' || isWordCharacter(c))) {
                return false;
            }
        }
        return true;
    }

    /** A letter or digit of any alphabet, or a combining mark. */
    private static boolean isWordCharacter(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> Character.isLetterOrDigit(c);
        };
    }

    public static boolean isPhone(String text) {
        return PHONES.matcher(text).matches();
    }

    /** Whether the host may be called is checked at call time: DNS names can change their target. */
    public static boolean isUrl(String text) {
        return isUrl(text, "http") || isUrl(text, "https");
    }

    public static boolean isUrl(String text, String scheme) {
        if (text.length() > MAX_URL || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            return false;
        }
        try {
            URI uri = new URI(text);
            return scheme.equals(
                            uri.getScheme() == null ? null : uri.getScheme().toLowerCase(Locale.ROOT))
                    && uri.getHost() != null
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null
                    && uri.getPort() != 0
                    && uri.getPort() <= 65_535;
        } catch (URISyntaxException no) {
            return false;
        }
    }
}
