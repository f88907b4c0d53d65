package dev.tidings.core.model;

/**
 * What a notification says. Each part may be missing.
 *
 * @param title the first line
 * @param body the text
 * @param data the sender's own fields, a JSON object as text
 * @param deepLink where a tap on it leads
 */
public record Content(String title, String body, String data, String deepLink) {}
