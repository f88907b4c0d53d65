package dev.tidings.server.intake;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * What addresses look like, wherever in the API they are given. Whether one works, only a message to it can tell; but none may break
 * out of the header, the request or the command that it is going to stand in.
 */
public final class AddressRules {
    public static final int LONGEST_EMAIL = 254;
    public static final int LONGEST_URL = 2_048;

    public static final String EMAIL = "an email address of at most " + LONGEST_EMAIL + " bytes, in ASCII up to the @";
    public static final String PHONE = "a phone number (E.164) such as +4915112345678";
    public static final String URL = "a URL of http or https, without a user or a fragment, such as"
            + " https://example.com/hook, of at most " + LONGEST_URL + " bytes";

    private static final int LONGEST_LOCAL_PART = 64;
    private static final int LONGEST_LABEL = 63;
    /** Beside letters and digits, what may stand before the @ without quotes (RFC 5322, atext). */
    private static final String ATOM_SIGNS = "!#$%&'*+-/=?^_`{|}~";

    /** Seven digits: nobody has a shorter number with its country, and Niue has these. */
    private static final Pattern PHONES = Pattern.compile("\\+[1-9][0-9]{6,14}");

    private AddressRules() {}

    /**
     * An addr-spec without quotes and comments, which no mailbox needs. Other alphabets are fine in the domain, which has a form in
     * ASCII; before the @ there is none, and few mail servers take them.
     */
    public static boolean isEmail(String text) {
        if (!Text.isClean(text) || !Text.fits(text, LONGEST_EMAIL)) {
            return false;
        }
        int at = text.indexOf('@');
        return at > 0
                && at == text.lastIndexOf('@')
                && isLocalPart(text.substring(0, at))
                && isDomain(text.substring(at + 1));
    }

    private static boolean isLocalPart(String text) {
        return Text.fits(text, LONGEST_LOCAL_PART)
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
                    || label.length() > LONGEST_LABEL
                    || label.startsWith("-")
                    || label.endsWith("-")
                    || !label.codePoints().allMatch(c -> c == '-' || isWordCharacter(c))) {
                return false;
            }
        }
        return true;
    }

    /** A letter or digit of any alphabet, or a mark on one. */
    private static boolean isWordCharacter(int c) {
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK -> true;
            default -> Character.isLetterOrDigit(c);
        };
    }

    public static boolean isPhone(String text) {
        return PHONES.matcher(text).matches();
    }

    /** Whether the host may be called is for whoever calls it to find out: names can change what they stand for. */
    public static boolean isUrl(String text) {
        return isUrl(text, "http") || isUrl(text, "https");
    }

    public static boolean isUrl(String text, String scheme) {
        if (text.length() > LONGEST_URL || !text.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
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
