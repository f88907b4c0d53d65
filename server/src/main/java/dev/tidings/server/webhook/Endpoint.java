package dev.tidings.server.webhook;

import dev.tidings.core.metadata.WebhookEndpoint;
import dev.tidings.server.config.Secret;
import java.util.List;

/**
 * An endpoint with the secrets its requests are signed with.
 *
 * @param signWith every secret that is valid now, newest first, in the form given to the tenant: whsec_ and base64
 */
public record Endpoint(WebhookEndpoint stored, List<Secret> signWith) {}
