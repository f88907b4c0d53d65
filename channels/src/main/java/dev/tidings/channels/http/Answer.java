package dev.tidings.channels.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.core.deliver.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * What a far side answered.
 *
 * @param headers the first of each name, by its name in lower case
 * @param body empty where nobody reads it
 */
public record Answer(int status, Map<String, String> headers, String body) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public boolean good() {
        return status >= 200 && status < 300;
    }

    /** How long the far side asks to be left alone; zero if it does not say. */
    public Duration retryAfter(Instant now) {
        return RetryAfter.read(headers.get("retry-after"), now);
    }

    /** The body as a JSON object; an empty one if it is something else, in which then nothing is found. */
    public JsonNode json() {
        try {
            JsonNode node = JSON.readTree(body);
            return node != null && node.isObject() ? node : JSON.createObjectNode();
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode();
        }
    }

    /** What it means, whoever says it, that something is broken over there; only for statuses from 500 on, and for nonsense. */
    public Outcome broken(Instant now) {
        if (status == 504) {
            // A gateway that got no answer in time knows no more than we would.
            return new Outcome.Unclear("gateway_timeout", "status 504: no answer from behind the gateway");
        }
        if (status >= 500 && status < 600) {
            return new Outcome.Retry(retryAfter(now), "unavailable", "status " + status);
        }
        return malformed("status " + status);
    }

    /** @param what must not come from the answer: it is shown */
    public static Outcome malformed(String what) {
        return new Outcome.Unclear("malformed_answer", "an answer that makes no sense: " + what);
    }
}
