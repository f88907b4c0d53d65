package dev.tidings.server.route;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.Suppression;
import dev.tidings.testkit.FrozenRecords;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Decisions as they are in the column {@code decision} of {@code notifications}. */
class FrozenDecisionTest {
    private final FrozenRecords frozen = new FrozenRecords("decision-1");

    @Test
    void frozenSamples_areRead() {
        frozen.assertRead(samples(), Decision::ofJson);
    }

    @Test
    void decisions_areWrittenAsFrozen() {
        frozen.assertWritten(samples(), Decision::json);
    }

    private static Map<String, Decision> samples() {
        Map<String, Decision> samples = new LinkedHashMap<>();
        samples.put("no channel", new Decision(new EnumMap<>(Channel.class)));
        samples.put("in the inbox", new Decision(Map.of(Channel.IN_APP, Verdict.shown(List.of()))));
        samples.put(
                "in the inbox, as usual",
                new Decision(Map.of(
                        Channel.IN_APP,
                        Verdict.shown(List.of(
                                new Finding.Preference("default"),
                                new Finding.ContentSource(Optional.of("as given")))))));
        samples.put("expired", new Decision(Map.of(Channel.IN_APP, Verdict.EXPIRED)));
        samples.put(
                "with reasons",
                new Decision(Map.of(
                        Channel.EMAIL,
                        Verdict.outbound(List.of(
                                new Finding.Preference("default"),
                                new Finding.Addresses(1),
                                new Finding.QuietUntil(Instant.ofEpochMilli(1_800_000_000_000L)))))));
        Map<Channel, Verdict> all = new EnumMap<>(Channel.class);
        for (Channel channel : Channel.values()) {
            all.put(channel, Verdict.outbound(List.of(new Finding.Addresses(2))));
        }
        samples.put("every channel", new Decision(all));
        for (DeliveryState state : DeliveryState.values()) {
            samples.put(
                    "state " + state.wire(),
                    new Decision(Map.of(Channel.SMS, new Verdict(DeliveryStatus.of(state), List.of()))));
        }
        for (Suppression reason : Suppression.values()) {
            samples.put(
                    "suppressed " + reason.wire(),
                    new Decision(Map.of(
                            Channel.SMS, Verdict.suppressed(reason, List.of(new Finding.Preference("type no"))))));
        }
        return samples;
    }
}
