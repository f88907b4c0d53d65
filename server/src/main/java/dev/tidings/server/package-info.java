/**
 * The one runnable. Its packages stand in the order in which a notification passes through them: {@code edge}, {@code intake},
 * {@code log}, {@code route}, {@code status}, and then {@code inbox}, where it is read. {@code meta} and {@code hot} are what they
 * ask on the way; {@code config} and {@code cli} start it all.
 */
package dev.tidings.server;
