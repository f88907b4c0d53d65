package dev.tidings.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.WithNull;

/** Properties of the stored text of a delivery's state, and of its write time. */
class DeliveryStatusPropertyTest {
    private static final Instant CREATED = Instant.parse("2026-03-01T12:00:00Z");

    /** One reported state of a delivery. */
    private record StatusReport(int round, DeliveryStatus status) {
        long writeTime() {
            return status.writeTime(CREATED, round);
        }
    }

    private static final Comparator<StatusReport> BY_RANK = Comparator.comparingInt(StatusReport::round)
            .thenComparing(report -> report.status().state());

    @Provide
    Arbitrary<StatusReport> reports() {
        return reports(Arbitraries.strings().ofMaxLength(12));
    }

    /** Reports with the reasons of suppressions. Of arbitrary reasons, some share a write time. */
    @Provide
    Arbitrary<StatusReport> suppressionReports() {
        return reports(Arbitraries.of(Suppression.class).map(Suppression::wire));
    }

    private static Arbitrary<StatusReport> reports(Arbitrary<String> reasons) {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 3),
                        Arbitraries.of(DeliveryState.class),
                        reasons.injectNull(0.3))
                .as((round, state, reason) -> new StatusReport(round, new DeliveryStatus(state, reason)));
    }

    @Property
    void parse_isTheInverseOfText(@ForAll DeliveryState state, @ForAll @WithNull(0.2) String reason) {
        DeliveryStatus status = new DeliveryStatus(state, reason);
        assertThat(DeliveryStatus.parse(status.text())).isEqualTo(status);
    }

    @Property
    void textWithoutAState_isRefused(@ForAll String text) {
        String first = text.split(" ", 2)[0];
        Assume.that(DeliveryState.ofWire(first).isEmpty());
        assertThatThrownBy(() -> DeliveryStatus.parse(text)).isInstanceOf(IllegalStateException.class);
    }

    @Property
    void lastWriteWins_isHighestRankWins(@ForAll("reports") StatusReport one, @ForAll("reports") StatusReport other) {
        int byRank = BY_RANK.compare(one, other);
        Assume.that(byRank != 0);
        assertThat(Long.signum(one.writeTime() - other.writeTime())).isEqualTo(byRank < 0 ? -1 : 1);
    }

    @Property
    void status_convergesInAnyOrder(
            @ForAll @NotEmpty List<@From("suppressionReports") StatusReport> reports, @ForAll long seed) {
        List<StatusReport> shuffled = new ArrayList<>(reports);
        Collections.shuffle(shuffled, new Random(seed));
        assertThat(lastWrite(shuffled)).isEqualTo(lastWrite(reports));
    }

    @Property
    void state_isTheHighestReported(@ForAll @NotEmpty List<@From("reports") StatusReport> reports) {
        StatusReport highest = Collections.max(reports, BY_RANK);
        assertThat(lastWrite(reports)).usingComparator(BY_RANK).isEqualTo(highest);
    }

    /** The stored state after these writes: each replaces the one before unless its write time is lower. */
    private static StatusReport lastWrite(List<StatusReport> writes) {
        return writes.stream()
                .reduce((stored, next) -> next.writeTime() >= stored.writeTime() ? next : stored)
                .orElseThrow();
    }

    @Property
    void writeTime_neverReachesTheNextRank(
            @ForAll DeliveryState state,
            @ForAll String reason,
            @ForAll @IntRange(max = 1_000) int round,
            @ForAll @LongRange(min = 0, max = 4_000_000_000_000L) long millis) {
        Instant created = Instant.ofEpochMilli(millis);
        long time = new DeliveryStatus(state, reason).writeTime(created, round);
        assertThat(time).isGreaterThan(DeliveryStatus.of(state).writeTime(created, round));
        Arrays.stream(DeliveryState.values())
                .filter(higher -> higher.compareTo(state) > 0)
                .forEach(higher ->
                        assertThat(time).isLessThan(DeliveryStatus.of(higher).writeTime(created, round)));
    }
}
