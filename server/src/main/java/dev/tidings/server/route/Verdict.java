package dev.tidings.server.route;

import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.Suppression;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What was decided about one channel.
 *
 * @param reason null unless it is suppressed
 * @param because what was looked at, in order, each a word and what was found, such as {@code preference default}; empty where it
 *     went without saying
 */
public record Verdict(DeliveryState state, Suppression reason, List<String> because) {
    /** It is in the inbox; it is delivered when one of the user's screens says that it has it. */
    static final Verdict SHOWN = new Verdict(DeliveryState.SENT, null, List.of());

    static final Verdict EXPIRED = new Verdict(DeliveryState.EXPIRED, null, List.of());

    private static final String BETWEEN = "; ";

    public Verdict {
        because = List.copyOf(because);
    }

    static Verdict suppress(Suppression reason) {
        return new Verdict(DeliveryState.SUPPRESSED, reason, List.of());
    }

    Verdict because(List<String> looked) {
        return new Verdict(state, reason, looked);
    }

    /** The same reasons and one more, with another end. */
    Verdict insteadSuppress(Suppression other, String also) {
        List<String> looked = new ArrayList<>(because);
        if (!looked.isEmpty()) {
            looked.add(also);
        }
        return new Verdict(DeliveryState.SUPPRESSED, other, looked);
    }

    /** Whether something comes of it: in the inbox, or on its way out. */
    boolean delivers() {
        return state == DeliveryState.SENT || state == DeliveryState.PENDING;
    }

    /** As it stands in the state of the channel: the state, and the reason after a space. */
    public String text() {
        return reason == null ? state.wire() : state.wire() + " " + reason.wire();
    }

    /** As it stands in the decision: the same, and what was looked at. */
    void line(StringBuilder into) {
        into.append(text());
        for (String word : because) {
            into.append(BETWEEN).append(word);
        }
    }

    static Verdict ofLine(String line) {
        List<String> parts = Arrays.asList(line.split(BETWEEN));
        String[] words = parts.get(0).split(" ");
        Suppression reason = words.length == 1
                ? null
                : Arrays.stream(Suppression.values())
                        .filter(known -> known.wire().equals(words[1]))
                        .findFirst()
                        .orElseThrow();
        return new Verdict(DeliveryState.ofWire(words[0]).orElseThrow(), reason, parts.subList(1, parts.size()));
    }
}
