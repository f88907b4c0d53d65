package dev.tidings.server.http;

import dev.tidings.server.auth.Authenticator;
import dev.tidings.server.config.Config;
import dev.tidings.server.limits.Permits;

/**
 * The components and limits that every {@link Exchange} of a server shares.
 *
 * @param requests limits requests in flight
 * @param bodyBytes limits the memory of request bodies
 */
record HttpContext(
        RouteTable routes,
        Authenticator authenticator,
        Cors cors,
        Config.Http options,
        LiveConnections live,
        Permits requests,
        Permits bodyBytes,
        HttpMeters meters) {}
