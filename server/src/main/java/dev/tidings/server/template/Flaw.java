package dev.tidings.server.template;

/**
 * Something that is wrong with a template, or with data for one.
 *
 * @param pointer where, as a JSON pointer
 * @param value what is there, or null
 * @param expected what should be there, and where in a text that is
 */
public record Flaw(String pointer, String value, String expected) {}
