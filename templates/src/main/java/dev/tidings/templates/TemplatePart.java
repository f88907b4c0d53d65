package dev.tidings.templates;

import dev.tidings.core.model.Channel;
import java.util.List;
import java.util.Optional;

/** The parts of templates by channel, such as subject, text and HTML of an email, each with its escaping and its maximum length. */
enum TemplatePart {
    TITLE("title", Escape.LINE, 1 << 10),
    BODY("body", Escape.PLAIN, 64 << 10),
    DEEP_LINK("deepLink", Escape.LINK, 2 << 10),
    SUBJECT("subject", Escape.LINE, 1 << 10),
    TEXT("text", Escape.PLAIN, 64 << 10),
    HTML("html", Escape.HTML, 128 << 10),
    /** Networks truncate or reject anything longer. */
    MESSAGE("text", Escape.PLAIN, 1_600),
    JSON("body", Escape.JSON, 64 << 10);

    private static final List<TemplatePart> SCREEN = List.of(TITLE, BODY, DEEP_LINK);
    private static final List<TemplatePart> MAIL = List.of(SUBJECT, TEXT, HTML);

    private final String wire;
    private final Escape escape;
    private final int most;

    TemplatePart(String wire, Escape escape, int most) {
        this.wire = wire;
        this.escape = escape;
        this.most = most;
    }

    /** Its name in requests. */
    String wire() {
        return wire;
    }

    Escape escape() {
        return escape;
    }

    /** The limit in characters, of the template and of the rendered text. */
    int maxLength() {
        return most;
    }

    static List<TemplatePart> of(Channel channel) {
        return switch (channel) {
            case IN_APP, PUSH -> SCREEN;
            case EMAIL -> MAIL;
            case SMS -> List.of(MESSAGE);
            case WEBHOOK -> List.of(JSON);
        };
    }

    static Optional<TemplatePart> of(Channel channel, String wire) {
        return of(channel).stream().filter(part -> part.wire.equals(wire)).findFirst();
    }

    /** The required parts of a channel: one of each list. */
    static List<List<TemplatePart>> needed(Channel channel) {
        return switch (channel) {
            case IN_APP, PUSH -> List.of(List.of(TITLE, BODY));
            case EMAIL -> List.of(List.of(SUBJECT), List.of(TEXT));
            case SMS -> List.of(List.of(MESSAGE));
            case WEBHOOK -> List.of(List.of(JSON));
        };
    }
}
