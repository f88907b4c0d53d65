package dev.tidings.templates;

/**
 * An error in a template or in the data for one.
 *
 * @param pointer its location, as a JSON pointer
 * @param value the value found there, or null
 * @param expected the expected value, with the position within the text
 */
public record TemplateError(String pointer, String value, String expected) {}
