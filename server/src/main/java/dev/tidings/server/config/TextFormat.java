package dev.tidings.server.config;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The formats that a text option can require, each with its check and its description in error messages. */
enum TextFormat {
    ANY("(?s).*", "text", true),
    NOT_EMPTY("(?s).*\\S.*", "text that is not empty", true),
    /** A path or a trailing slash is a common mistake, and would never match the Origin header of a browser. */
    ORIGIN("https?://[^/\\s,@]+", "an origin such as https://app.example.com, without a path", true),
    NETWORK(
            text -> Network.parse(text).isPresent(),
            "an address such as 10.1.2.3, or a network such as 10.0.0.0/8",
            true),
    /**
     * Drivers also accept passwords in the URL. Here they are rejected, and not repeated in the message, because the URL is printed
     * and logged.
     */
    DATABASE(
            "(?i)(?!.*(password|passwd|pwd)\\s*=)(?![^?]*@)(jdbc:\\S+)?",
            "a jdbc: URL without user and password in it; those are metadata.user and metadata.password",
            false);

    private final Predicate<String> fits;
    private final String expected;
    private final boolean shown;

    TextFormat(String pattern, String expected, boolean shown) {
        this(Pattern.compile(pattern).asMatchPredicate(), expected, shown);
    }

    TextFormat(Predicate<String> fits, String expected, boolean shown) {
        this.fits = fits;
        this.expected = expected;
        this.shown = shown;
    }

    boolean fits(String text) {
        return fits.test(text);
    }

    String expected() {
        return expected;
    }

    /** Whether the message may repeat an invalid value. */
    boolean shown() {
        return shown;
    }
}
