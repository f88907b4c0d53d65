package dev.tidings.server.route;

import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.Suppression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The routing decision about one channel: the initial delivery state, the reason of a suppression, and the findings that led to it.
 *
 * @param reason null unless it is suppressed
 * @param findings the findings in order, each a word and its value, such as {@code preference default}; empty where no rule had to be
 *     applied
 */
public record Verdict(DeliveryState state, Suppression reason, List<String> findings) {
    /** In the inbox; it counts as delivered when a client of the user confirms it. */
    static final Verdict SHOWN = new Verdict(DeliveryState.SENT, null, List.of());

    static final Verdict EXPIRED = new Verdict(DeliveryState.EXPIRED, null, List.of());

    private static final String SEPARATOR = "; ";

    public Verdict {
        findings = List.copyOf(findings);
    }

    static Verdict suppress(Suppression reason) {
        return new Verdict(DeliveryState.SUPPRESSED, reason, List.of());
    }

    Verdict because(List<String> findings) {
        return new Verdict(state, reason, findings);
    }

    /** The same findings and one more, with a suppression as the result. */
    Verdict suppressedBy(Suppression other, String also) {
        List<String> extended = new ArrayList<>(findings);
        if (!extended.isEmpty()) {
            extended.add(also);
        }
        return new Verdict(DeliveryState.SUPPRESSED, other, extended);
    }

    /** Whether it is delivered: in the inbox, or outbound. */
    boolean delivers() {
        return state == DeliveryState.SENT || state == DeliveryState.PENDING;
    }

    public DeliveryStatus status() {
        return new DeliveryStatus(state, reason == null ? null : reason.wire());
    }

    /** The stored decision: the state and the findings. */
    void appendTo(StringBuilder into) {
        into.append(status().text());
        for (String word : findings) {
            into.append(SEPARATOR).append(word);
        }
    }

    static Verdict parse(String line) {
        List<String> parts = Arrays.asList(line.split(SEPARATOR));
        DeliveryStatus status = DeliveryStatus.parse(parts.get(0));
        Suppression reason = status.reason() == null
                ? null
                : Arrays.stream(Suppression.values())
                        .filter(known -> known.wire().equals(status.reason()))
                        .findFirst()
                        .orElseThrow();
        return new Verdict(status.state(), reason, parts.subList(1, parts.size()));
    }
}
