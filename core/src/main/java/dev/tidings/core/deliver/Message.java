package dev.tidings.core.deliver;

/** What is said on a channel, rendered for one user. A provider puts it on the wire in the way of its far side. */
public sealed interface Message {

    /**
     * Something for the screen of a device.
     *
     * @param title the first line, or null
     * @param body the text, or null
     * @param data the sender's own fields, a JSON object as text, or null
     * @param deepLink where a tap on it leads, or null
     */
    record Push(String title, String body, String data, String deepLink) implements Message {}

    /**
     * @param subject one line
     * @param html the same with markup, or null
     * @param unsubscribe the URL at which one POST ends it; null where the user has no say
     */
    record Email(String subject, String text, String html, String unsubscribe) implements Message {}

    record Sms(String text) implements Message {}

    /** @param body a JSON object as text */
    record Webhook(String body) implements Message {}
}
