/**
 * The server, the only runnable module in production. A notification passes through the packages in this order: {@code edge},
 * {@code intake}, {@code log}, {@code route}, {@code deliver}; users read it from the {@code inbox}, and {@code status} explains what
 * happened. They all use {@code meta} and {@code hot}; {@code config} and {@code cli} configure and start the server.
 */
package dev.tidings.server;
