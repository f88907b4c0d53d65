package dev.tidings.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the stored text of a delivery's state, and of its order. */
class DeliveryStatusTest {
    private static final Instant CREATED = Instant.parse("2026-03-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "pending, PENDING,",
        "cancelled, CANCELLED,",
        "expired, EXPIRED,",
        "suppressed opted_out, SUPPRESSED, opted_out",
        "suppressed, SUPPRESSED,",
        "sent, SENT,",
        "failed 30005, FAILED, 30005",
        "failed no such number, FAILED, no such number",
        "'failed ', FAILED, ''",
        "'failed  padded', FAILED, ' padded'",
        "delivered, DELIVERED,"
    })
    void storedText_isStateAndReason(String text, DeliveryState state, String reason) {
        assertThat(DeliveryStatus.parse(text)).isEqualTo(new DeliveryStatus(state, reason));
        assertThat(new DeliveryStatus(state, reason).text()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", " sent", "SENT", "sent;", "sent\topted_out", "read", "opted_out", "suppressedopted_out"
            })
    void unknownText_isRefused(String text) {
        assertThatThrownBy(() -> DeliveryStatus.parse(text))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("does not know it");
        assertThat(DeliveryStatus.find(text)).isEmpty();
        assertThat(StatusText.parse(text).text()).isEqualTo(text);
    }

    static Stream<Arguments> pairs() {
        return Arrays.stream(DeliveryState.values())
                .flatMap(one -> Arrays.stream(DeliveryState.values()).map(other -> Arguments.of(one, other)));
    }

    /** The constants are in the order of their ranks. */
    @ParameterizedTest
    @MethodSource("pairs")
    void laterWrite_isTheHigherRank(DeliveryState one, DeliveryState other) {
        assertThat(Integer.signum(Long.compare(
                        DeliveryStatus.of(one).writeTime(CREATED, 0),
                        DeliveryStatus.of(other).writeTime(CREATED, 0))))
                .isEqualTo(Integer.signum(one.compareTo(other)));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void anyStateOfAReplay_outranksTheRoundBefore(DeliveryState before, DeliveryState after) {
        assertThat(DeliveryStatus.of(after).writeTime(CREATED, 1))
                .isGreaterThan(DeliveryStatus.of(before).writeTime(CREATED, 0));
    }
}
