/**
 * The socket to the user's screen, measured: what an idle one costs, how fast one frame reaches ten thousand, how many addressed
 * notifications a second get through, and how long each takes. Servers and load clients are processes of their own; the client
 * is the same for all servers, one thread on bare sockets ({@link dev.tidings.bench.live.SocketLoop}).
 */
package dev.tidings.bench.live;
