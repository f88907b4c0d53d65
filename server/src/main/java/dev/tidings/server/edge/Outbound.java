package dev.tidings.server.edge;

import dev.tidings.channels.capture.Capture;
import dev.tidings.server.provider.Providers;
import dev.tidings.server.webhook.Endpoints;

/** What the edge has to do with what leaves the house. */
public record Outbound(Providers providers, Endpoints endpoints, Capture capture) {}
