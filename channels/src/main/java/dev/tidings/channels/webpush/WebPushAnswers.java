package dev.tidings.channels.webpush;

import dev.tidings.channels.http.Answer;
import dev.tidings.core.deliver.Outcome;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the answers of push services mean. Of their own words nothing is passed on: whoever made up the endpoint wrote them. */
final class WebPushAnswers {
    /** The address of the message, by which it could be asked for. */
    private static final Pattern NAME = Pattern.compile("[\\x21-\\x7e]{1,500}");

    private WebPushAnswers() {}

    static Outcome outcome(Answer answer, String dedupeKey, Instant now) {
        int status = answer.status();
        String text = "the push service answered " + status;
        return switch (status) {
            case 200, 201, 202 -> new Outcome.Accepted(name(answer).orElse(dedupeKey));
            case 401, 403 -> new Outcome.Retry("credentials", text);
            case 404, 410 -> new Outcome.Unregistered("subscription_gone", text);
            case 413 -> new Outcome.Rejected("payload_too_large", text);
            case 429 -> new Outcome.Retry(answer.retryAfter(now), "throttled", text);
            // A gateway that got no answer in time knows no more than we would.
            case 504 -> new Outcome.Unclear("gateway_timeout", text);
            default -> byHundreds(answer, text, now);
        };
    }

    private static Optional<String> name(Answer answer) {
        return Optional.ofNullable(answer.headers().get("location"))
                .filter(name -> NAME.matcher(name).matches());
    }

    private static Outcome byHundreds(Answer answer, String text, Instant now) {
        return switch (answer.status() / 100) {
            case 3 -> new Outcome.Rejected("redirected", text + ", and redirects are not followed");
            case 4 -> new Outcome.Rejected("refused", text);
            case 5 -> new Outcome.Retry(answer.retryAfter(now), "unavailable", text);
            default -> new Outcome.Unclear("garbage", text + ", expected 201");
        };
    }
}
