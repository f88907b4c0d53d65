package dev.tidings.server.route;

import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.Suppression;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The routing decision about one channel: the initial status of the delivery, and the findings that led to it.
 *
 * @param findings in the order of the checks; empty where no rule had to be applied, and for inboxes in earlier versions
 */
public record Verdict(DeliveryStatus status, List<Finding> findings) {
    static final Verdict EXPIRED = new Verdict(DeliveryStatus.of(DeliveryState.EXPIRED), List.of());

    private static final DeliveryStatus SHOWN = DeliveryStatus.of(DeliveryState.SENT);
    private static final DeliveryStatus OUTBOUND = DeliveryStatus.of(DeliveryState.PENDING);
    private static final String SEPARATOR = "; ";
    /** The findings of most inbox items, and their stored form: half of a row would be their text. */
    private static final List<Finding> USUAL =
            List.of(new Finding.Preference("default"), new Finding.ContentSource(Optional.of("as given")));

    private static final String USUAL_TEXT = "usual";

    public Verdict {
        findings = List.copyOf(findings);
    }

    /** In the inbox; it counts as delivered when a client of the user confirms it. */
    static Verdict shown(List<Finding> findings) {
        return new Verdict(SHOWN, findings);
    }

    static Verdict outbound(List<Finding> findings) {
        return new Verdict(OUTBOUND, findings);
    }

    static Verdict suppressed(Suppression reason, List<Finding> findings) {
        return new Verdict(DeliveryStatus.suppressed(reason), findings);
    }

    /** The verdict after the rate limit was reached. Other suppressions stay. */
    Verdict rateLimited() {
        if (!delivers()) {
            return this;
        }
        List<Finding> extended = new ArrayList<>(findings);
        extended.add(new Finding.RateReached());
        return suppressed(Suppression.RATE_LIMITED, extended);
    }

    DeliveryState state() {
        return status.state();
    }

    /** Whether it is delivered: in the inbox, or outbound. */
    boolean delivers() {
        return state() == DeliveryState.SENT || isOutbound();
    }

    boolean isOutbound() {
        return state() == DeliveryState.PENDING;
    }

    /** The end of the user's quiet hours, if the delivery has to wait for it. */
    Optional<Instant> quietUntil() {
        for (Finding finding : findings) {
            if (finding instanceof Finding.QuietUntil quiet) {
                return Optional.of(quiet.time());
            }
        }
        return Optional.empty();
    }

    /** The stored text: the status and the findings. */
    String text() {
        if (findings.isEmpty()) {
            return status.text();
        }
        if (findings.equals(USUAL)) {
            return status.text() + SEPARATOR + USUAL_TEXT;
        }
        StringBuilder text = new StringBuilder(128).append(status.text());
        for (Finding finding : findings) {
            text.append(SEPARATOR).append(finding.text());
        }
        return text.toString();
    }

    /** Reads the stored text. */
    static Verdict parse(String text) {
        int end = text.indexOf(SEPARATOR);
        if (end < 0) {
            return new Verdict(DeliveryStatus.parse(text), List.of());
        }
        DeliveryStatus status = DeliveryStatus.parse(text.substring(0, end));
        if (text.substring(end + SEPARATOR.length()).equals(USUAL_TEXT)) {
            return new Verdict(status, USUAL);
        }
        List<Finding> findings = new ArrayList<>();
        while (end >= 0) {
            int start = end + SEPARATOR.length();
            end = text.indexOf(SEPARATOR, start);
            findings.add(Finding.parse(end < 0 ? text.substring(start) : text.substring(start, end)));
        }
        return new Verdict(status, findings);
    }
}
