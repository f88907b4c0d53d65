package dev.tidings.channels.twilio;

import dev.tidings.channels.http.ProviderResponse;
import dev.tidings.core.delivery.Outcome;
import java.time.Instant;

/**
 * Maps Twilio's responses to outcomes. Its messages are not passed on, as they repeat the number; the error code links to the same
 * text.
 */
final class TwilioResponses {
    private TwilioResponses() {}

    static Outcome outcome(ProviderResponse answer, Instant now) {
        if (answer.isSuccess()) {
            String sid = answer.json().path("sid").asText("");
            return sid.matches("(SM|MM)[0-9a-fA-F]{32}")
                    ? new Outcome.Accepted(sid)
                    : ProviderResponse.malformed("no SID of a message");
        }
        int code = answer.json().path("code").asInt();
        return switch (answer.status()) {
            case 401, 403, 404 -> new Outcome.Retry("credentials", text("the account is not accepted", answer, code));
            case 408, 425 -> new Outcome.Retry("unavailable", text("temporarily unavailable", answer, code));
            case 429 -> throttled(answer, code, now);
            default ->
                answer.status() >= 400 && answer.status() < 500 ? refused(answer, code, now) : answer.serverError(now);
        };
    }

    private static Outcome refused(ProviderResponse answer, int code, Instant now) {
        return switch (code) {
            // Not a valid number, or not a mobile one.
            case 21211, 21614 ->
                new Outcome.Unregistered(
                        "invalid_number", text("not a number that can receive messages", answer, code));
            // The user replied STOP to this sender: the sender is blocked, the number is valid.
            case 21610 -> new Outcome.Rejected("opted_out_at_carrier", text("the user has opted out", answer, code));
            case 20003 -> new Outcome.Retry("credentials", text("the account is not accepted", answer, code));
            // The sender's queue is full.
            case 21611 -> throttled(answer, code, now);
            default -> new Outcome.Rejected(code == 0 ? "refused" : "twilio_" + code, text("refused", answer, code));
        };
    }

    private static Outcome throttled(ProviderResponse answer, int code, Instant now) {
        return new Outcome.Retry(answer.retryAfter(now), "throttled", text("too many messages", answer, code));
    }

    private static String text(String what, ProviderResponse answer, int code) {
        String text = "Twilio: " + what + ", status " + answer.status();
        return code == 0 ? text : text + ", https://www.twilio.com/docs/errors/" + code;
    }
}
