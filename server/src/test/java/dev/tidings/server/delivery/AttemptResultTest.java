package dev.tidings.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.model.Channel;
import dev.tidings.server.delivery.AttemptSamples.SampleResult;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables of the result that follows from a provider's outcome, and of the best of several results. */
class AttemptResultTest {
    private static final List<SampleResult> OF_FAILOVER = List.of(
            SampleResult.FAILED,
            SampleResult.DEFERRED_1S,
            SampleResult.DEFERRED_9S,
            SampleResult.RETRY_IN_10M,
            SampleResult.RETRY);

    static Stream<Arguments> failures() {
        Duration minute = Duration.ofMinutes(1);
        AttemptResult failed = new AttemptResult.Failed("code", "text");
        return Stream.of(
                Arguments.of(
                        new Outcome.Retry(minute, "code", "text"),
                        true,
                        new AttemptResult.RetryLater(minute, "code", "text")),
                Arguments.of(
                        new Outcome.Retry(minute, "code", "text"),
                        false,
                        new AttemptResult.RetryLater(minute, "code", "text")),
                Arguments.of(
                        new Outcome.Unclear("code", "text"),
                        true,
                        new AttemptResult.RetryLater(Duration.ZERO, "code", "text")),
                Arguments.of(new Outcome.Unclear("code", "text"), false, new AttemptResult.Failed("unclear", "text")),
                Arguments.of(new Outcome.Rejected("code", "text"), true, failed),
                Arguments.of(new Outcome.Rejected("code", "text"), false, failed),
                Arguments.of(new Outcome.Unregistered("code", "text"), true, failed),
                Arguments.of(new Outcome.Unregistered("code", "text"), false, failed));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failure_becomesAResult(Outcome.Failure failure, boolean repeatable, AttemptResult expected) {
        assertThat(AttemptResult.of(failure, repeatable)).isEqualTo(expected);
    }

    static Stream<Arguments> failuresAndChannels() {
        return Arrays.stream(Channel.values())
                .filter(channel -> channel != Channel.IN_APP)
                .flatMap(channel -> Stream.of(
                        Arguments.of(new Outcome.Retry("code", "text"), channel, true),
                        Arguments.of(new Outcome.Rejected("code", "text"), channel, true),
                        Arguments.of(new Outcome.Unclear("code", "text"), channel, false),
                        Arguments.of(new Outcome.Unregistered("code", "text"), channel, channel != Channel.PUSH)));
    }

    @ParameterizedTest
    @MethodSource("failuresAndChannels")
    void nextProvider_isCalledUnlessAccepted(Outcome.Failure failure, Channel channel, boolean expected) {
        assertThat(ProviderFailover.mayFailOver(failure, channel)).isEqualTo(expected);
    }

    static Stream<Arguments> pairs() {
        return OF_FAILOVER.stream().flatMap(one -> OF_FAILOVER.stream().map(other -> Arguments.of(one, other)));
    }

    /** The list is in ascending order, except that of two deferrals the first one stays. */
    @ParameterizedTest
    @MethodSource("pairs")
    void betterResult_isKept(SampleResult one, SampleResult other) {
        boolean bothDeferred =
                one.result() instanceof AttemptResult.Deferred && other.result() instanceof AttemptResult.Deferred;
        SampleResult expected = !bothDeferred && OF_FAILOVER.indexOf(other) > OF_FAILOVER.indexOf(one) ? other : one;
        assertThat(AttemptResult.better(one.result(), other.result())).isEqualTo(expected.result());
    }

    @ParameterizedTest
    @CsvSource({"FAILED", "DEFERRED_9S", "RETRY"})
    void firstResult_isBetterThanNone(SampleResult first) {
        assertThat(AttemptResult.better(null, first.result())).isSameAs(first.result());
    }
}
