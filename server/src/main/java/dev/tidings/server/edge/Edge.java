package dev.tidings.server.edge;

import dev.tidings.server.access.Authenticator;

/**
 * What all requests share.
 *
 * @param connections those that are still HTTP
 * @param requests how many are under way
 * @param bodyBytes how much of their bodies is in memory
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
