package dev.tidings.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of the token buckets and their debts. */
class AllowancesTest {
    private static final int NOW = 1_000;

    private final Allowances<String> allowances = new Allowances<>(5);

    @Test
    void tokens_refillWithTime() {
        assertThat(allowances.take("bob", 50, NOW)).isTrue();
        assertThat(allowances.take("bob", 1, NOW)).isFalse();
        assertThat(allowances.take("alice", 50, NOW)).as("each has its own").isTrue();
        assertThat(allowances.take("bob", 6, NOW + 1)).isFalse();
        assertThat(allowances.take("bob", 5, NOW + 1)).isTrue();
        assertThat(allowances.take("bob", 51, NOW + 1_000_000))
                .as("never more than all of it")
                .isFalse();
        assertThat(allowances.take("bob", 50, NOW + 1_000_000)).isTrue();
    }

    @Test
    void debts_areRepaidWithTimeAndLimited() {
        assertThat(allowances.spend("bob", 50, NOW)).isEqualTo(50);
        assertThat(allowances.isInDebt("bob", NOW)).isFalse();
        assertThat(allowances.spend("bob", 15, NOW)).isZero();
        assertThat(allowances.isInDebt("bob", NOW + 2)).isTrue();
        assertThat(allowances.isInDebt("bob", NOW + 3)).isFalse();
        allowances.spend("bob", 1_000_000, NOW + 3);
        assertThat(allowances.isInDebt("bob", NOW + 12)).isTrue();
        assertThat(allowances.isInDebt("bob", NOW + 13)).isFalse();
        assertThat(allowances.take("bob", 5, NOW + 14)).isTrue();
    }

    @Test
    void spend_returnsTheAvailableTokens() {
        allowances.take("bob", 30, NOW);
        assertThat(allowances.spend("bob", 1_000_000, NOW)).isEqualTo(20);
        assertThat(allowances.spend("bob", 3, NOW + 5)).isZero();
        assertThat(allowances.spend("bob", 3, NOW + 11)).isEqualTo(2);
    }

    @Test
    void anEarlierClockReading_refundsNothing() {
        allowances.spend("bob", 45, NOW + 1);
        assertThat(allowances.spend("bob", 5, NOW)).isEqualTo(5);
        assertThat(allowances.take("bob", 6, NOW + 2)).isFalse();
        assertThat(allowances.take("bob", 5, NOW + 2)).isTrue();
    }

    @Test
    void fullBuckets_areDropped() {
        allowances.take("bob", 10, NOW);
        allowances.tidy(NOW + 1);
        assertThat(allowances.kept()).isEqualTo(1);
        allowances.tidy(NOW + 2);
        assertThat(allowances.kept()).isZero();
        assertThat(allowances.take("bob", 50, NOW + 2)).isTrue();
    }
}
