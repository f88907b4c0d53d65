package dev.tidings.server.limits;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of the token buckets and their debts. */
class TokenBucketsTest {
    private static final int NOW = 1_000;

    private final TokenBuckets<String> buckets = new TokenBuckets<>(5);

    @Test
    void tokens_refillWithTime() {
        assertThat(buckets.tryAcquire("bob", 50, NOW)).isTrue();
        assertThat(buckets.tryAcquire("bob", 1, NOW)).isFalse();
        assertThat(buckets.tryAcquire("alice", 50, NOW)).as("each has its own").isTrue();
        assertThat(buckets.tryAcquire("bob", 6, NOW + 1)).isFalse();
        assertThat(buckets.tryAcquire("bob", 5, NOW + 1)).isTrue();
        assertThat(buckets.tryAcquire("bob", 51, NOW + 1_000_000))
                .as("never more than all of it")
                .isFalse();
        assertThat(buckets.tryAcquire("bob", 50, NOW + 1_000_000)).isTrue();
    }

    @Test
    void debts_areRepaidWithTimeAndLimited() {
        assertThat(buckets.charge("bob", 50, NOW)).isEqualTo(50);
        assertThat(buckets.isInDebt("bob", NOW)).isFalse();
        assertThat(buckets.charge("bob", 15, NOW)).isZero();
        assertThat(buckets.isInDebt("bob", NOW + 2)).isTrue();
        assertThat(buckets.isInDebt("bob", NOW + 3)).isFalse();
        buckets.charge("bob", 1_000_000, NOW + 3);
        assertThat(buckets.isInDebt("bob", NOW + 12)).isTrue();
        assertThat(buckets.isInDebt("bob", NOW + 13)).isFalse();
        assertThat(buckets.tryAcquire("bob", 5, NOW + 14)).isTrue();
    }

    @Test
    void spend_returnsTheAvailableTokens() {
        buckets.tryAcquire("bob", 30, NOW);
        assertThat(buckets.charge("bob", 1_000_000, NOW)).isEqualTo(20);
        assertThat(buckets.charge("bob", 3, NOW + 5)).isZero();
        assertThat(buckets.charge("bob", 3, NOW + 11)).isEqualTo(2);
    }

    @Test
    void anEarlierClockReading_refundsNothing() {
        buckets.charge("bob", 45, NOW + 1);
        assertThat(buckets.charge("bob", 5, NOW)).isEqualTo(5);
        assertThat(buckets.tryAcquire("bob", 6, NOW + 2)).isFalse();
        assertThat(buckets.tryAcquire("bob", 5, NOW + 2)).isTrue();
    }

    @Test
    void fullBuckets_areDropped() {
        buckets.tryAcquire("bob", 10, NOW);
        buckets.evictFull(NOW + 1);
        assertThat(buckets.size()).isEqualTo(1);
        buckets.evictFull(NOW + 2);
        assertThat(buckets.size()).isZero();
        assertThat(buckets.tryAcquire("bob", 50, NOW + 2)).isTrue();
    }
}
