package dev.tidings.server.explain;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.StatusText;
import dev.tidings.server.route.Decision;
import dev.tidings.server.route.Verdict;
import dev.tidings.tables.DeliveryLogRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.widecolumn.Engine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Builds the explanation of a routed notification for one user from the stored routing decision, attempts and receipts. Decides nothing
 * anew.
 */
final class ExplanationReader {
    /** More than one user ever has of one notification. */
    private static final int MAX_ATTEMPTS = 5_000;

    private final Engine engine;

    ExplanationReader(Engine engine) {
        this.engine = engine;
    }

    CompletableFuture<Explanation> explain(String tenant, UUID id, String user, NotificationRow row) {
        return engine.read(DeliveryLogRow.TABLE
                        .select(DeliveryLogRow.ALL, tenant, id, user)
                        .limit(MAX_ATTEMPTS))
                .thenApply(page -> explanation(user, row, page.rows()));
    }

    private static Explanation explanation(String user, NotificationRow row, List<DeliveryLogRow> tries) {
        List<Explanation.ChannelExplanation> channels = new ArrayList<>();
        Map<String, String> states = row.channelStatus() == null ? Map.of() : row.channelStatus();
        if (row.decision() != null) {
            Decision.ofJson(row.decision())
                    .verdicts()
                    .forEach((channel, verdict) -> channels.add(ofChannel(channel, verdict, states, tries)));
        }
        return new Explanation(user, row.decidedAt(), channels);
    }

    private static Explanation.ChannelExplanation ofChannel(
            Channel channel, Verdict verdict, Map<String, String> states, List<DeliveryLogRow> tries) {
        StatusText decided = StatusText.of(verdict.status());
        String stored = states.get(channel.wire());
        return new Explanation.ChannelExplanation(
                channel.wire(),
                decided,
                reasons(verdict),
                stored == null ? decided : StatusText.parse(stored),
                tries.stream()
                        .filter(row -> row.channel().equals(channel.wire()) && !DeliveryLogRow.PLACE.equals(row.kind()))
                        // Rows of skipped providers are replaced, so their keys tell no time.
                        .sorted(Comparator.comparing(
                                DeliveryLogRow::at, Comparator.nullsFirst(Comparator.naturalOrder())))
                        .map(ExplanationReader::attempt)
                        .toList(),
                null);
    }

    static List<Explanation.RoutingCheck> reasons(Verdict verdict) {
        return verdict.findings().stream()
                .map(finding -> new Explanation.RoutingCheck(finding.step(), finding.shown()))
                .toList();
    }

    private static Explanation.LoggedAttempt attempt(DeliveryLogRow row) {
        return new Explanation.LoggedAttempt(
                row.kind(),
                row.at(),
                row.attempt(),
                row.provider(),
                row.deviceId(),
                row.providerMessageId(),
                row.outcome(),
                row.errorCode(),
                row.errorText(),
                row.retryAt());
    }
}
