package dev.tidings.channels.smtp;

import java.util.regex.Pattern;

/** What a mail server says, which often names the address, made fit to be logged and shown. */
final class Redacted {
    private static final int LONGEST = 200;
    private static final Pattern ADDRESS = Pattern.compile("\\S*@\\S*");
    private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]+");

    private Redacted() {}

    static String text(String said) {
        String start = said.substring(0, Math.min(said.length(), 4 * LONGEST));
        String line = UNPRINTABLE.matcher(start).replaceAll(" ");
        String anonymous = ADDRESS.matcher(line).replaceAll("[address]").strip();
        return anonymous.substring(0, Math.min(anonymous.length(), LONGEST));
    }

    /** Also without the name before the @ where it stands alone. */
    static String text(String said, String address) {
        String name = address.substring(0, Math.max(0, address.lastIndexOf('@')));
        return text(
                name.isEmpty()
                        ? said
                        : said.replaceAll("(?i)(?<![\\w-])" + Pattern.quote(name) + "(?![\\w-])", "[address]"));
    }
}
