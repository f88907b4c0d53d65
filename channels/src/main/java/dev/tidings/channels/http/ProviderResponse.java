package dev.tidings.channels.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.core.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * An HTTP response of a provider.
 *
 * @param headers the first value of each name, by the name in lower case
 * @param body empty if the caller does not read it
 */
public record ProviderResponse(int status, Map<String, String> headers, String body) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public boolean isSuccess() {
        return status >= 200 && status < 300;
    }

    /** The pause the provider asks for with Retry-After; zero if there is none. */
    public Duration retryAfter(Instant now) {
        return RetryAfter.read(headers.get("retry-after"), now);
    }

    /** The body as a JSON object; an empty object if it is anything else. */
    public JsonNode json() {
        try {
            JsonNode node = JSON.readTree(body);
            return node != null && node.isObject() ? node : JSON.createObjectNode();
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode();
        }
    }

    /** The outcome of a server error, the same for all providers; only for statuses from 500 on and invalid ones. */
    public Outcome serverError(Instant now) {
        if (status == 504) {
            // A gateway timeout: the request may have been processed.
            return new Outcome.Unclear("gateway_timeout", "status 504: no answer from the server behind the gateway");
        }
        if (status >= 500 && status < 600) {
            return new Outcome.Retry(retryAfter(now), "unavailable", "status " + status);
        }
        return malformed("status " + status);
    }

    /** @param what must not come from the answer: it is shown */
    public static Outcome malformed(String what) {
        return new Outcome.Unclear("malformed_answer", "malformed answer: " + what);
    }
}
