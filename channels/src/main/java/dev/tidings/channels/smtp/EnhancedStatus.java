package dev.tidings.channels.smtp;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An enhanced mail system status code (RFC 3463), such as 5.1.1, and its meaning: unknown mailbox, rate limit, policy or credentials. */
record EnhancedStatus(int kind, int subject, int detail) {
    private static final Pattern FORM = Pattern.compile("\\b([245])\\.(\\d{1,3})\\.(\\d{1,3})\\b.*", Pattern.DOTALL);

    /** The code that the text begins with. */
    static Optional<EnhancedStatus> of(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        return matcher.matches()
                ? Optional.of(new EnhancedStatus(number(matcher, 1), number(matcher, 2), number(matcher, 3)))
                : Optional.empty();
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }

    /**
     * Whether the mailbox or its domain does not exist, or no longer. Not all of 5.1.x means that: 5.1.7 and 5.1.8 are about the
     * sender's address, and 5.1.0 may be about either.
     */
    boolean unknownMailbox() {
        return kind == 5 && subject == 1 && (detail >= 1 && detail <= 3 || detail == 6 || detail == 10);
    }

    /** Whether it is a rate limit (greylisting included) rather than a fault. */
    boolean throttled() {
        return kind == 4 && (subject == 7 || (subject == 2 && detail == 1) || (subject == 5 && detail == 3));
    }

    boolean policy() {
        return kind == 5 && subject == 7;
    }

    /** Whether it is about our authentication, or its absence. */
    boolean credentials() {
        return kind == 5 && subject == 7 && (detail == 8 || detail == 9);
    }

    boolean tooLarge() {
        return kind == 5 && subject == 3 && detail == 4;
    }

    boolean mailboxFull() {
        return kind == 5 && subject == 2 && detail == 2;
    }

    @Override
    public String toString() {
        return kind + "." + subject + "." + detail;
    }
}
