package dev.tidings.server.http;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The texts of the unsubscribe page in one language. The names of sender and type are inserted as text, never as markup.
 *
 * @param ask the question, with the sender and the type
 * @param done the confirmation, with the sender and the type
 * @param gone the message about a link that is not valid
 */
record UnsubscribePage(String language, String ask, String button, String done, String gone) {
    private static final UnsubscribePage ENGLISH = new UnsubscribePage(
            "en",
            "Stop emails from %s about “%s”?",
            "Unsubscribe",
            "You will not get emails from %s about “%s” any more.",
            "This link is not valid, or not any more.");
    private static final Map<String, UnsubscribePage> BY_LANGUAGE = Map.of(
            "en",
            ENGLISH,
            "de",
            new UnsubscribePage(
                    "de",
                    "E-Mails von %s zu „%s“ abbestellen?",
                    "Abbestellen",
                    "Sie erhalten von %s keine E-Mails zu „%s“ mehr.",
                    "Dieser Link ist nicht oder nicht mehr gültig."));

    /**
     * The page in the first language that there is.
     *
     * @param own the user's locale
     * @param accepted the header Accept-Language
     */
    static UnsubscribePage in(Optional<String> own, Optional<String> accepted, String defaultLocale) {
        return own.flatMap(UnsubscribePage::of)
                .or(() -> accepted.flatMap(UnsubscribePage::ofHeader))
                .or(() -> of(defaultLocale))
                .orElse(ENGLISH);
    }

    private static Optional<UnsubscribePage> of(String tag) {
        return Optional.ofNullable(BY_LANGUAGE.get(Locale.forLanguageTag(tag).getLanguage()));
    }

    /** By weight, as the header says. */
    private static Optional<UnsubscribePage> ofHeader(String header) {
        try {
            return Locale.LanguageRange.parse(header).stream()
                    .flatMap(range -> of(range.getRange()).stream())
                    .findFirst();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    String asking(String sender, String type) {
        return html(
                ask.formatted(sender, type),
                "<form method=\"post\"><button name=\"List-Unsubscribe\" value=\"One-Click\">" + button
                        + "</button></form>");
    }

    String confirming(String sender, String type) {
        return html(done.formatted(sender, type), "");
    }

    String refusing() {
        return html(gone, "");
    }

    private String html(String title, String rest) {
        String safe = escaped(title);
        return "<!doctype html><html lang=\"" + language + "\"><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<title>" + safe + "</title>"
                + "<style>body{font:1.1rem system-ui;margin:15vh auto;max-width:30rem;text-align:center}"
                + "button{font:inherit;padding:.6em 1.4em}</style><h1>" + safe + "</h1>" + rest + "</html>";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
