package dev.tidings.core.delivery;

/**
 * The rendered content of one delivery: a push message, email, SMS or webhook call, for one user. The provider converts it to its own wire
 * format.
 */
public sealed interface Message {

    /**
     * A push message.
     *
     * @param title the first line, or null
     * @param body the text, or null
     * @param data the sender's own fields, a JSON object as text, or null
     * @param deepLink the target of a tap, or null
     */
    record Push(String title, String body, String data, String deepLink) implements Message {}

    /**
     * An email.
     *
     * @param subject one line
     * @param html the same content as HTML, or null
     * @param unsubscribe the URL for one-click unsubscribe by POST; null if the user can't opt out
     */
    record Email(String subject, String text, String html, String unsubscribe) implements Message {}

    /** A text message. */
    record Sms(String text) implements Message {}

    /**
     * A webhook call.
     *
     * @param body a JSON object as text
     */
    record Webhook(String body) implements Message {}
}
