package dev.tidings.channels.apns;

import com.eatthepath.pushy.apns.PushNotificationResponse;
import dev.tidings.core.delivery.Outcome;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/** Maps a response of Apple's push service to the outcome of the delivery: accepted, retry, rejected, unregistered or unclear. */
final class ApnsResponses {
    /** Apple asks for a pause, but never says for how long. */
    static final Duration PAUSE = Duration.ofMinutes(1);

    private static final Pattern REASON = Pattern.compile("[A-Za-z]{1,64}");
    private static final Pattern INNER_CAPITAL = Pattern.compile("(?<=[a-z])(?=[A-Z])");

    private ApnsResponses() {}

    /** @param sentId the id it was sent with, which Apple repeats */
    static Outcome outcome(PushNotificationResponse<?> answer, String sentId) {
        if (answer.isAccepted()) {
            return new Outcome.Accepted(
                    answer.getApnsId() == null ? sentId : answer.getApnsId().toString());
        }
        String reason = answer.getRejectionReason()
                .filter(text -> REASON.matcher(text).matches())
                .orElse("");
        return refused(answer.getStatusCode(), reason);
    }

    private static Outcome refused(int status, String reason) {
        String text = ("Apple's push service answered " + status + " " + reason).strip();
        if (status >= 500) {
            return new Outcome.Retry("unavailable", text);
        }
        return switch (reason) {
            // Apple gives a reason for each. A response without one comes from an intermediary.
            case "" -> new Outcome.Unclear("garbage", text + " without a reason");
            // BadDeviceToken and DeviceTokenNotForTopic are not included: an account that is configured for the
            // sandbox or for another app gets them for every device, and all devices would be removed.
            case "Unregistered", "ExpiredToken" -> new Outcome.Unregistered(code(reason), text);
            case "TooManyRequests", "TooManyProviderTokenUpdates" -> new Outcome.Retry(PAUSE, "throttled", text);
            case "IdleTimeout" -> new Outcome.Retry("unavailable", text);
            default ->
                status == 403 ? new Outcome.Retry("credentials", text) : new Outcome.Rejected(code(reason), text);
        };
    }

    /** Turns BadTopic into bad_topic. */
    private static String code(String reason) {
        return INNER_CAPITAL.matcher(reason).replaceAll("_").toLowerCase(Locale.ROOT);
    }
}
