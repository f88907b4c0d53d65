package dev.tidings.channels.apns;

import com.eatthepath.pushy.apns.PushNotificationResponse;
import dev.tidings.core.deliver.Outcome;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

/** What Apple's answers mean. */
final class ApnsAnswers {
    /** Apple says that one should wait, but in no answer for how long. */
    static final Duration PAUSE = Duration.ofMinutes(1);

    private static final Pattern REASON = Pattern.compile("[A-Za-z]{1,64}");
    private static final Pattern INNER_CAPITAL = Pattern.compile("(?<=[a-z])(?=[A-Z])");

    private ApnsAnswers() {}

    /** @param sentId what it was called when it was sent, which Apple repeats */
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
            // Apple gives each of them a reason. What has none comes from somebody in between.
            case "" -> new Outcome.Unclear("garbage", text + " without a reason");
            // Not so BadDeviceToken and DeviceTokenNotForTopic: an account that speaks to the sandbox, or for another
            // app, gets them
            // for every device there is, and all would be forgotten.
            case "Unregistered", "ExpiredToken" -> new Outcome.Unregistered(code(reason), text);
            case "TooManyRequests", "TooManyProviderTokenUpdates" -> new Outcome.Retry(PAUSE, "throttled", text);
            case "IdleTimeout" -> new Outcome.Retry("unavailable", text);
            default ->
                status == 403 ? new Outcome.Retry("credentials", text) : new Outcome.Rejected(code(reason), text);
        };
    }

    /** BadTopic is bad_topic. */
    private static String code(String reason) {
        return INNER_CAPITAL.matcher(reason).replaceAll("_").toLowerCase(Locale.ROOT);
    }
}
