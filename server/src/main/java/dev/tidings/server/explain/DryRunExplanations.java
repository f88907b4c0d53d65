package dev.tidings.server.explain;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.StatusText;
import dev.tidings.server.route.DryRun;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Converts the result of a dry run for one user into an explanation, without attempts. */
public final class DryRunExplanations {
    private DryRunExplanations() {}

    public static Explanation ofDryRun(String user, Instant at, Map<Channel, DryRun.DryRunResult> would) {
        List<Explanation.ChannelExplanation> channels = would.entrySet().stream()
                .map(entry -> new Explanation.ChannelExplanation(
                        entry.getKey().wire(),
                        StatusText.of(entry.getValue().verdict().status()),
                        ExplanationReader.reasons(entry.getValue().verdict()),
                        StatusText.of(entry.getValue().verdict().status()),
                        List.of(),
                        entry.getValue().message().orElse(null)))
                .toList();
        return new Explanation(user, at, channels);
    }
}
