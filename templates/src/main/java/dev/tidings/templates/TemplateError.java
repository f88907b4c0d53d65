package dev.tidings.templates;

/**
 * One error in a template, or in the data of a request that its templates can't be rendered with.
 *
 * @param pointer its location, as a JSON pointer
 * @param value the value found there, or null
 * @param expected the expected value, with the position within the text
 */
public record TemplateError(String pointer, String value, String expected) {}
