package dev.tidings.server.http;

import dev.tidings.channels.capture.CaptureKind;
import dev.tidings.server.auth.UnsubscribeLinks;
import dev.tidings.server.delivery.DeadLetters;
import dev.tidings.server.delivery.Receipts;
import dev.tidings.server.provider.Providers;
import dev.tidings.server.route.DryRun;
import dev.tidings.server.webhook.Endpoints;
import dev.tidings.server.webhook.WebhookReplay;

/**
 * The components of outbound delivery that the HTTP handlers use.
 *
 * @param publicUrl the URL under which mail clients and providers reach the server, without a trailing slash
 */
public record OutboundServices(
        Providers providers,
        Receipts receipts,
        DeadLetters deadLetters,
        DryRun dryRun,
        Endpoints endpoints,
        WebhookReplay webhookReplay,
        CaptureKind capture,
        UnsubscribeLinks unsubscribeLinks,
        String publicUrl) {}
