/**
 * The edge: JSON over HTTP on one port. A request is matched with its route, its caller is known, its parameters and body are
 * read within limits, all before anything else of Tidings hears of it; what is wrong is answered here, from one catalogue of
 * problems.
 *
 * <p>{@code Routes} lists what can be asked. {@code Exchange} is the way of one request; {@code Call} is what is left of it for a
 * handler, which makes an {@code Answer} of it.
 */
package dev.tidings.server.edge;
