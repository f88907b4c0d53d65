/**
 * The server, the only runnable module in production; this package assembles it. A notification passes through {@code http},
 * {@code intake}, {@code pipeline}, {@code route} and {@code delivery}; a scheduled one waits in {@code schedule}. Users read it from the
 * {@code inbox} and hear of it over {@code live}; {@code explain} shows what happened. {@code ArchitectureTest} lists all packages in order.
 */
package dev.tidings.server;
