package dev.tidings.channels.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.channels.http.Answer;
import dev.tidings.channels.http.PinnedHttp;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.deliver.Outcome;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Sends a webhook, whoever it is for: signed, once, and not into our own network. Safe for use by several threads. */
public final class WebhookSender implements AutoCloseable {
    private final PinnedHttp http;
    private final InstantSource clock;

    public WebhookSender(PublicAddresses addresses, InstantSource clock) {
        http = new PinnedHttp(addresses);
        this.clock = clock;
    }

    /**
     * Tries once; always completes, with an outcome.
     *
     * @param tenant on whose behalf: one whose receivers are slow to find keeps up nobody else
     * @param secrets at least one
     * @param id the same for each attempt: by this the receiver knows a repeat. Has no dot, and is what it is accepted as
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
        return http.post(tenant, uri, headers, body.getBytes(UTF_8), timeout, answer -> understood(answer, id));
    }

    private Outcome understood(Answer answer, String id) {
        int status = answer.status();
        Instant now = clock.instant();
        if (answer.good()) {
            return new Outcome.Accepted(id);
        }
        return switch (status) {
            case 410 -> new Outcome.Unregistered("gone", "status 410: the receiver wants no more");
            case 429 -> new Outcome.Retry(answer.retryAfter(now), "throttled", "status 429");
            case 408, 425 -> new Outcome.Retry(answer.retryAfter(now), "unavailable", "status " + status);
            default -> {
                if (status >= 300 && status < 400) {
                    // Not followed: it would lead, unsigned for, to where nobody has looked.
                    yield new Outcome.Rejected("redirect", "status " + status + ": redirects are not followed");
                }
                yield status >= 400 && status < 500
                        ? new Outcome.Rejected("refused", "status " + status)
                        : answer.broken(now);
            }
        };
    }

    @Override
    public void close() {
        http.close();
    }
}
