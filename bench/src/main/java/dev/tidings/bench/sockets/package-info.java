/**
 * What is promised of the sockets to users' screens, and what it takes to break it: clients that are cut and resume, a process that is
 * killed, and everything that badly written and badly meant clients do. The client is hand-written on bare channels, because half of
 * what it has to do is wrong.
 */
package dev.tidings.bench.sockets;
