package dev.tidings.server.webhook;

import dev.tidings.core.metadata.WebhookEndpoint;
import dev.tidings.server.config.Secret;
import java.util.List;

/**
 * A webhook endpoint of a tenant with the secrets that sign its requests.
 *
 * @param signWith every secret that is valid now, newest first, in the form given to the tenant: whsec_ and base64
 */
public record Endpoint(WebhookEndpoint stored, List<Secret> signWith) {}
