/**
 * The HTTP API: JSON and live connections on one port. A request is routed, authenticated, and its parameters and body are read
 * within limits before other packages see it; errors are answered here, from one catalogue of problems.
 *
 * <p>{@code Routes} lists all operations. {@code Exchange} processes one request; a handler gets it as a {@code ApiRequest} and returns an
 * {@code ApiResponse}.
 */
package dev.tidings.server.http;
