package dev.tidings.server.edge;

import dev.tidings.server.access.Authenticator;

/**
 * What all requests share.
 *
 * @param requests how many are under way
 * @param bodyBytes how much of their bodies is in memory
 */
record Edge(
        RouteTable routes,
        Authenticator authenticator,
        Cors cors,
        EdgeOptions options,
        Room requests,
        Room bodyBytes) {}
