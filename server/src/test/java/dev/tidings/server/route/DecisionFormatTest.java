package dev.tidings.server.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.DeliveryState;
import dev.tidings.core.model.DeliveryStatus;
import dev.tidings.core.model.Suppression;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the stored form of decisions: round trip, damaged cells, and versions that wrote and read it without a JSON library. */
class DecisionFormatTest {
    @Property
    void anyDecision_roundTrips(@ForAll("anyDecisions") Decision decision) {
        assertThat(Decision.ofJson(decision.json())).isEqualTo(decision);
    }

    @Property
    void anyDecision_isEscapedAsByJackson(@ForAll("anyDecisions") Decision decision) throws JsonProcessingException {
        Map<String, String> texts = new LinkedHashMap<>();
        decision.verdicts().forEach((channel, verdict) -> texts.put(channel.wire(), verdict.text()));
        assertThat(decision.json()).isEqualTo(new ObjectMapper().writeValueAsString(texts));
    }

    @Property
    void decision_isWrittenAsByEarlierVersions(@ForAll("storedDecisions") Decision decision) {
        assertThat(decision.json()).isEqualTo(writtenEarlier(decision));
    }

    @Property
    void decision_isReadableByEarlierVersions(@ForAll("storedDecisions") Decision decision) {
        Map<String, List<String>> expected = new TreeMap<>();
        decision.verdicts().forEach((channel, verdict) -> {
            List<String> parts = new ArrayList<>(List.of(verdict.status().text()));
            verdict.findings().forEach(finding -> parts.add(finding.text()));
            expected.put(channel.wire(), parts);
        });
        assertThat(readEarlier(decision.json())).isEqualTo(expected);
    }

    /** A failure caused by an IOException would count as one of the store, and the record would be redelivered for ever. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{\"email\":1}",
                "{\"email\":\"sent\"",
                "{\"fax\":\"sent\"}",
                "{\"email\":\"unheard_of\"}",
                "{\"email\":\"pending; quiet soon\"}"
            })
    void damagedDecision_isRefusedWithoutAnIoFailure(String stored) {
        assertThatThrownBy(() -> Decision.ofJson(stored))
                .isInstanceOf(RuntimeException.class)
                .hasNoCause();
    }

    private static String writtenEarlier(Decision decision) {
        StringBuilder json = new StringBuilder("{");
        decision.verdicts().forEach((channel, verdict) -> {
            json.append(json.length() == 1 ? "\"" : ",\"")
                    .append(channel.wire())
                    .append("\":\"");
            json.append(verdict.status().text());
            verdict.findings()
                    .forEach(finding ->
                            json.append("; ").append(finding.step()).append(' ').append(finding.found()));
            json.append('"');
        });
        return json.append('}').toString();
    }

    private static Map<String, List<String>> readEarlier(String json) {
        Map<String, List<String>> read = new TreeMap<>();
        String inside = json.substring(1, json.length() - 1);
        for (String entry : inside.isEmpty() ? new String[0] : inside.split(",")) {
            String[] parts = entry.replace("\"", "").split(":", 2);
            read.put(parts[0], List.of(parts[1].split("; ")));
        }
        return read;
    }

    /** Decisions as routing makes them: names have neither quotes nor commas. */
    @Provide
    Arbitrary<Decision> storedDecisions() {
        return decisions(Arbitraries.strings()
                .alpha()
                .numeric()
                .withChars("/_-. ")
                .ofMinLength(1)
                .ofMaxLength(20)
                .filter(text -> text.equals(text.strip())));
    }

    @Provide
    Arbitrary<Decision> anyDecisions() {
        return decisions(Arbitraries.strings().ofMaxLength(20).filter(text -> !text.contains(";")));
    }

    private static Arbitrary<Decision> decisions(Arbitrary<String> texts) {
        Arbitrary<String> names = texts.filter(text -> !text.equals(Finding.NONE));
        Arbitrary<Finding> findings = Arbitraries.oneOf(
                texts.map(Finding.Preference::new),
                Arbitraries.integers().greaterOrEqual(0).map(Finding.Addresses::new),
                names.optional().map(Finding.Provider::new),
                names.optional().map(Finding.ContentSource::new),
                Arbitraries.longs()
                        .between(0, 4_000_000_000_000L)
                        .map(Instant::ofEpochMilli)
                        .map(Finding.QuietUntil::new),
                Arbitraries.just(new Finding.RateReached()),
                texts.map(text -> new Finding.OtherFinding("x", text)));
        Arbitrary<DeliveryStatus> statuses = Arbitraries.oneOf(
                Arbitraries.of(DeliveryState.class).map(DeliveryStatus::of),
                Arbitraries.of(Suppression.class).map(DeliveryStatus::suppressed));
        Arbitrary<Verdict> verdicts =
                Combinators.combine(statuses, findings.list().ofMaxSize(6)).as(Verdict::new);
        return Arbitraries.maps(Arbitraries.of(Channel.class), verdicts).map(Decision::new);
    }
}
