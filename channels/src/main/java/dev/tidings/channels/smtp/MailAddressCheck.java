package dev.tidings.channels.smtp;

import java.net.IDN;
import java.util.regex.Pattern;

/**
 * Validates a mail address and returns it with its domain in ASCII. Permits only characters without a meaning in an SMTP command or a
 * header.
 */
final class MailAddressCheck {
    private static final int MAX_LENGTH = 254;
    private static final Pattern LOCAL = Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}");
    private static final Pattern DOMAIN = Pattern.compile("[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?");

    private MailAddressCheck() {}

    /** The address as sent over the wire, with its domain in ASCII. */
    static String checked(String address) throws UnsendableException {
        int at = address.lastIndexOf('@');
        if (at > 0 && address.length() <= MAX_LENGTH) {
            String local = address.substring(0, at);
            String domain = ascii(address.substring(at + 1));
            if (LOCAL.matcher(local).matches() && DOMAIN.matcher(domain).matches()) {
                return local + "@" + domain;
            }
        }
        throw new UnsendableException(
                "invalid_address", "expected an address such as name@example.org, in ASCII up to the @");
    }

    private static String ascii(String domain) {
        try {
            return IDN.toASCII(domain);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
