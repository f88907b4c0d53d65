package dev.tidings.channels.webpush;

import dev.tidings.channels.http.ProviderResponse;
import dev.tidings.core.delivery.Outcome;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/** Maps a response of a push service to the outcome of the delivery. Its text is not passed on: the endpoint is untrusted. */
final class WebPushResponses {
    /** The URL of the message resource. */
    private static final Pattern LOCATION = Pattern.compile("[\\x21-\\x7e]{1,500}");

    private WebPushResponses() {}

    static Outcome outcome(ProviderResponse answer, String dedupeKey, Instant now) {
        int status = answer.status();
        String text = "the push service answered " + status;
        return switch (status) {
            case 200, 201, 202 -> new Outcome.Accepted(name(answer).orElse(dedupeKey));
            case 401, 403 -> new Outcome.Retry("credentials", text);
            case 404, 410 -> new Outcome.Unregistered("subscription_gone", text);
            case 413 -> new Outcome.Rejected("payload_too_large", text);
            case 429 -> new Outcome.Retry(answer.retryAfter(now), "throttled", text);
            // A gateway timeout: the request may have been processed.
            case 504 -> new Outcome.Unclear("gateway_timeout", text);
            default -> byStatusClass(answer, text, now);
        };
    }

    private static Optional<String> name(ProviderResponse answer) {
        return Optional.ofNullable(answer.headers().get("location"))
                .filter(name -> LOCATION.matcher(name).matches());
    }

    private static Outcome byStatusClass(ProviderResponse answer, String text, Instant now) {
        return switch (answer.status() / 100) {
            case 3 -> new Outcome.Rejected("redirected", text + ", and redirects are not followed");
            case 4 -> new Outcome.Rejected("refused", text);
            case 5 -> new Outcome.Retry(answer.retryAfter(now), "unavailable", text);
            default -> new Outcome.Unclear("garbage", text + ", expected 201");
        };
    }
}
