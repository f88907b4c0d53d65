package dev.tidings.server.explain;

import dev.tidings.core.model.Channel;
import dev.tidings.server.route.DryRun;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Converts the result of a dry run into an explanation. */
public final class Explanations {
    private Explanations() {}

    public static Explanation of(String user, Instant at, Map<Channel, DryRun.DryRunResult> would) {
        List<Explanation.OfChannel> channels = would.entrySet().stream()
                .map(entry -> new Explanation.OfChannel(
                        entry.getKey().wire(),
                        entry.getValue().verdict().text(),
                        Explaining.reasons(entry.getValue().verdict()),
                        entry.getValue().verdict().text(),
                        List.of(),
                        entry.getValue().message().orElse(null)))
                .toList();
        return new Explanation(user, at, channels);
    }
}
