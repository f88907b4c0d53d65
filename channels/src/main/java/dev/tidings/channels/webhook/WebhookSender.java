package dev.tidings.channels.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.channels.http.PinnedHttp;
import dev.tidings.channels.http.ProviderResponse;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.Outcome;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Posts one signed webhook to a public address and returns the outcome; does not retry. Used for deliveries to users and for webhook
 * events to tenants.
 */
public final class WebhookSender implements AutoCloseable {
    private final PinnedHttp http;
    private final InstantSource clock;

    public WebhookSender(PublicAddresses addresses, InstantSource clock) {
        http = new PinnedHttp(addresses);
        this.clock = clock;
    }

    /**
     * Makes one attempt; always completes with an outcome.
     *
     * @param tenant the tenant it is sent for: slow DNS lookups of one tenant do not delay the others
     * @param secrets at least one
     * @param id the idempotency key, the same for each attempt. Has no dot, and becomes the provider message id
     * @param body a JSON object
     */
    public CompletableFuture<Outcome> send(
            String tenant, String url, List<WebhookSecret> secrets, String id, String body, Duration timeout) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            return CompletableFuture.completedFuture(new Outcome.Rejected("bad_url", "expected a URL"));
        }
        Instant now = clock.instant();
        Map<String, String> headers = Map.of(
                "content-type",
                "application/json",
                "user-agent",
                "Tidings",
                StandardWebhooks.ID,
                id,
                StandardWebhooks.TIMESTAMP,
                Long.toString(now.getEpochSecond()),
                StandardWebhooks.SIGNATURE,
                StandardWebhooks.sign(secrets, id, now, body));
        return http.post(tenant, uri, headers, body.getBytes(UTF_8), timeout, answer -> outcome(answer, id));
    }

    private Outcome outcome(ProviderResponse answer, String id) {
        int status = answer.status();
        Instant now = clock.instant();
        if (answer.isSuccess()) {
            return new Outcome.Accepted(id);
        }
        return switch (status) {
            case 410 -> new Outcome.Unregistered("gone", "status 410: the receiver is gone");
            case 429 -> new Outcome.Retry(answer.retryAfter(now), "throttled", "status 429");
            case 408, 425 -> new Outcome.Retry(answer.retryAfter(now), "unavailable", "status " + status);
            default -> {
                if (status >= 300 && status < 400) {
                    // Not followed: the target is not checked, and the signature was not meant for it.
                    yield new Outcome.Rejected("redirect", "status " + status + ": redirects are not followed");
                }
                yield status >= 400 && status < 500
                        ? new Outcome.Rejected("refused", "status " + status)
                        : answer.serverError(now);
            }
        };
    }

    @Override
    public void close() {
        http.close();
    }
}
