package dev.tidings.channels.webpush;

import dev.tidings.core.deliver.Outcome;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpHeaders;
import java.net.http.HttpTimeoutException;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLHandshakeException;

/** What the answers of push services mean. Of their own words nothing is passed on: whoever made up the endpoint wrote them. */
final class WebPushAnswers {
    /** The address of the message, by which it could be asked for. */
    private static final Pattern NAME = Pattern.compile("[\\x21-\\x7e]{1,500}");

    private WebPushAnswers() {}

    static Outcome outcome(int status, HttpHeaders headers, String dedupeKey, Instant now) {
        String text = "the push service answered " + status;
        return switch (status) {
            case 200, 201, 202 ->
                new Outcome.Accepted(headers.firstValue("Location")
                        .filter(name -> NAME.matcher(name).matches())
                        .orElse(dedupeKey));
            case 401, 403 -> new Outcome.Retry("credentials", text);
            case 404, 410 -> new Outcome.Unregistered("subscription_gone", text);
            case 413 -> new Outcome.Rejected("payload_too_large", text);
            case 429 -> new Outcome.Retry(RetryAfter.of(headers, now), "throttled", text);
            default -> byHundreds(status, headers, text, now);
        };
    }

    private static Outcome byHundreds(int status, HttpHeaders headers, String text, Instant now) {
        return switch (status / 100) {
            case 3 -> new Outcome.Rejected("redirected", text + ", and redirects are not followed");
            case 4 -> new Outcome.Rejected("refused", text);
            case 5 -> new Outcome.Retry(RetryAfter.of(headers, now), "unavailable", text);
            default -> new Outcome.Unclear("garbage", text + ", expected 201");
        };
    }

    /** What got no connection was not taken; of everything else, nobody knows. */
    static Outcome failed(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        String name = cause.getClass().getSimpleName();
        if (cause instanceof ConnectException
                || cause instanceof HttpConnectTimeoutException
                || cause instanceof SSLHandshakeException) {
            return new Outcome.Retry("unreachable", "no connection to the push service: " + name);
        }
        return cause instanceof HttpTimeoutException || cause instanceof TimeoutException
                ? new Outcome.Unclear("timeout", "no answer from the push service in time")
                : new Outcome.Unclear("broken", "no answer from the push service that makes sense: " + name);
    }
}
