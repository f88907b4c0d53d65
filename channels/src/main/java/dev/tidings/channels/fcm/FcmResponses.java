package dev.tidings.channels.fcm;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidings.channels.http.ProviderResponse;
import dev.tidings.core.delivery.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;

/**
 * Maps a response of FCM to the outcome of the delivery, by FCM's own error code in the details, or by the HTTP status if there is
 * none.
 */
final class FcmResponses {
    /** The pause the documentation asks for if FCM does not send Retry-After. */
    private static final Duration PAUSE = Duration.ofSeconds(60);

    private FcmResponses() {}

    static Outcome outcome(ProviderResponse answer, Instant now) {
        if (answer.isSuccess()) {
            String name = answer.json().path("name").asText("");
            return name.isBlank() ? ProviderResponse.malformed("no name of a message") : new Outcome.Accepted(name);
        }
        JsonNode error = answer.json().path("error");
        String code = code(error);
        return switch (code) {
            case "UNREGISTERED" -> new Outcome.Unregistered("unregistered", "FCM: the app is no longer registered");
            // The credentials and the token belong to different projects. Most likely the account is misconfigured
            // and the token is valid; removing all devices of a tenant could not be undone.
            case "SENDER_ID_MISMATCH" ->
                new Outcome.Rejected("sender_id_mismatch", "FCM: the token belongs to another project");
            case "THIRD_PARTY_AUTH_ERROR" ->
                new Outcome.Retry("credentials", "FCM: the project's own key for APNs or Web Push is rejected");
            case "QUOTA_EXCEEDED" -> throttled(answer, now);
            case "INVALID_ARGUMENT" -> invalid(error);
            default -> byStatus(answer, code, now);
        };
    }

    private static Outcome byStatus(ProviderResponse answer, String code, Instant now) {
        return switch (answer.status()) {
            case 429 -> throttled(answer, now);
            case 401, 403 ->
                new Outcome.Retry("credentials", "FCM rejected the credentials: status " + answer.status());
            default ->
                answer.status() >= 400 && answer.status() < 500
                        ? new Outcome.Rejected(
                                code.isEmpty() ? "refused" : code.toLowerCase(Locale.ROOT),
                                "FCM: status " + answer.status())
                        : answer.serverError(now);
        };
    }

    private static Outcome throttled(ProviderResponse answer, Instant now) {
        Duration after = answer.retryAfter(now);
        return new Outcome.Retry(after.isZero() ? PAUSE : after, "throttled", "FCM: too many messages");
    }

    /**
     * The same code is used for an invalid message and an invalid token; the field tells them apart, or, without one, the documented
     * text.
     */
    private static Outcome invalid(JsonNode error) {
        StringBuilder fields = new StringBuilder();
        for (JsonNode detail : error.path("details")) {
            for (JsonNode violation : detail.path("fieldViolations")) {
                String field = violation.path("field").asText();
                if (field.equals("message.token")) {
                    return badToken();
                }
                if (field.matches("[A-Za-z0-9_.\\[\\]]{1,60}") && fields.length() < 200) {
                    fields.append(' ').append(field);
                }
            }
        }
        if (fields.isEmpty() && error.path("message").asText().contains("not a valid FCM registration token")) {
            return badToken();
        }
        return new Outcome.Rejected(
                "invalid_argument", "FCM: the message is not valid:" + (fields.isEmpty() ? " no field named" : fields));
    }

    private static Outcome badToken() {
        return new Outcome.Unregistered("invalid_token", "FCM: no valid registration token");
    }

    /** FCM's own code, from one of the details; otherwise Google's general status. Empty if there is neither. */
    private static String code(JsonNode error) {
        for (JsonNode detail : error.path("details")) {
            if (detail.hasNonNull("errorCode")) {
                return word(detail.path("errorCode").asText());
            }
        }
        return word(error.path("status").asText(""));
    }

    /** It becomes the code of an outcome, so it must be a single word. */
    private static String word(String text) {
        return text.matches("[A-Z_]{1,40}") ? text : "";
    }
}
