package dev.tidings.server.webhook;

import dev.tidings.core.meta.WebhookEndpoint;
import dev.tidings.server.config.Secret;
import java.util.List;

/**
 * An endpoint that can be told of something.
 *
 * @param signWith every secret that is valid now, the newest first, as the tenant was given it: whsec_ and base64
 */
public record Endpoint(WebhookEndpoint stored, List<Secret> signWith) {}
