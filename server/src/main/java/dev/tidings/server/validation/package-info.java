/** Validation of input: strict JSON and UTF-8, value rules, and errors that name the field, its value and what was expected. */
package dev.tidings.server.validation;
