package dev.tidings.channels.smtp;

import java.util.regex.Pattern;

/**
 * Removes mail addresses and unprintable characters from the replies of mail servers, and shortens them, before they are logged or
 * shown.
 */
final class Redactor {
    private static final int MAX_LENGTH = 200;
    private static final Pattern ADDRESS = Pattern.compile("\\S*@\\S*");
    private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]+");

    private Redactor() {}

    static String redact(String response) {
        String start = response.substring(0, Math.min(response.length(), 4 * MAX_LENGTH));
        String line = UNPRINTABLE.matcher(start).replaceAll(" ");
        String anonymous = ADDRESS.matcher(line).replaceAll("[address]").strip();
        return anonymous.substring(0, Math.min(anonymous.length(), MAX_LENGTH));
    }

    /** Also removes the local part where it stands alone. */
    static String redact(String response, String address) {
        String name = address.substring(0, Math.max(0, address.lastIndexOf('@')));
        return redact(
                name.isEmpty()
                        ? response
                        : response.replaceAll("(?i)(?<![\\w-])" + Pattern.quote(name) + "(?![\\w-])", "[address]"));
    }
}
