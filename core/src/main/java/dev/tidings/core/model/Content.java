package dev.tidings.core.model;

/**
 * The content of a notification, as sent in the request or rendered from a template. Each field may be null.
 *
 * @param data the sender's own fields, a JSON object as text
 * @param deepLink the target of a tap
 */
public record Content(String title, String body, String data, String deepLink) {}
