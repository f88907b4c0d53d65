package dev.tidings.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of the token buckets and their debts. */
class TokenBucketsTest {
    private static final int NOW = 1_000;

    private final TokenBuckets<String> allowances = new TokenBuckets<>(5);

    @Test
    void tokens_refillWithTime() {
        assertThat(allowances.tryAcquire("bob", 50, NOW)).isTrue();
        assertThat(allowances.tryAcquire("bob", 1, NOW)).isFalse();
        assertThat(allowances.tryAcquire("alice", 50, NOW))
                .as("each has its own")
                .isTrue();
        assertThat(allowances.tryAcquire("bob", 6, NOW + 1)).isFalse();
        assertThat(allowances.tryAcquire("bob", 5, NOW + 1)).isTrue();
        assertThat(allowances.tryAcquire("bob", 51, NOW + 1_000_000))
                .as("never more than all of it")
                .isFalse();
        assertThat(allowances.tryAcquire("bob", 50, NOW + 1_000_000)).isTrue();
    }

    @Test
    void debts_areRepaidWithTimeAndLimited() {
        assertThat(allowances.charge("bob", 50, NOW)).isEqualTo(50);
        assertThat(allowances.isInDebt("bob", NOW)).isFalse();
        assertThat(allowances.charge("bob", 15, NOW)).isZero();
        assertThat(allowances.isInDebt("bob", NOW + 2)).isTrue();
        assertThat(allowances.isInDebt("bob", NOW + 3)).isFalse();
        allowances.charge("bob", 1_000_000, NOW + 3);
        assertThat(allowances.isInDebt("bob", NOW + 12)).isTrue();
        assertThat(allowances.isInDebt("bob", NOW + 13)).isFalse();
        assertThat(allowances.tryAcquire("bob", 5, NOW + 14)).isTrue();
    }

    @Test
    void spend_returnsTheAvailableTokens() {
        allowances.tryAcquire("bob", 30, NOW);
        assertThat(allowances.charge("bob", 1_000_000, NOW)).isEqualTo(20);
        assertThat(allowances.charge("bob", 3, NOW + 5)).isZero();
        assertThat(allowances.charge("bob", 3, NOW + 11)).isEqualTo(2);
    }

    @Test
    void anEarlierClockReading_refundsNothing() {
        allowances.charge("bob", 45, NOW + 1);
        assertThat(allowances.charge("bob", 5, NOW)).isEqualTo(5);
        assertThat(allowances.tryAcquire("bob", 6, NOW + 2)).isFalse();
        assertThat(allowances.tryAcquire("bob", 5, NOW + 2)).isTrue();
    }

    @Test
    void fullBuckets_areDropped() {
        allowances.tryAcquire("bob", 10, NOW);
        allowances.evictFull(NOW + 1);
        assertThat(allowances.size()).isEqualTo(1);
        allowances.evictFull(NOW + 2);
        assertThat(allowances.size()).isZero();
        assertThat(allowances.tryAcquire("bob", 50, NOW + 2)).isTrue();
    }
}
