/**
 * The benchmark of live connections: memory of an idle socket, fan-out of one frame to ten thousand, throughput to single users, and
 * latency. Servers and load clients run in their own processes. All servers share one client, a single thread on plain sockets ({@link
 * dev.tidings.bench.live.SocketLoop}).
 */
package dev.tidings.bench.live;
