package dev.tidings.server.edge;

import dev.tidings.server.access.Authenticator;

/**
 * The components and limits that all requests share.
 *
 * @param connections limits connections, except those upgraded to live ones
 * @param requests limits requests in flight
 * @param bodyBytes limits the memory of request bodies
 */
record Edge(
        RouteTable routes,
        Authenticator authenticator,
        Cors cors,
        EdgeOptions options,
        LiveSockets live,
        Room connections,
        Room requests,
        Room bodyBytes) {}
