package dev.tidings.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AllowancesTest {
    private static final int NOW = 1_000;

    private final Allowances<String> allowances = new Allowances<>(6);

    @Test
    void whatWasTakenComesBackWithTime() {
        assertThat(allowances.take("bob", 60, NOW)).isTrue();
        assertThat(allowances.take("bob", 1, NOW)).isFalse();
        assertThat(allowances.take("alice", 60, NOW)).as("each has its own").isTrue();
        assertThat(allowances.take("bob", 7, NOW + 1)).isFalse();
        assertThat(allowances.take("bob", 6, NOW + 1)).isTrue();
        assertThat(allowances.take("bob", 61, NOW + 1_000_000))
                .as("never more than all of it")
                .isFalse();
        assertThat(allowances.take("bob", 60, NOW + 1_000_000)).isTrue();
    }

    @Test
    void whoForfeitsItHasNothingForTenSeconds() {
        allowances.forfeit("bob", NOW);
        assertThat(allowances.take("bob", 1, NOW + 10)).isFalse();
        assertThat(allowances.take("bob", 1, NOW + 11)).isTrue();
    }

    @Test
    void nothingIsKeptOfThoseWhoHaveAllOfIt() {
        allowances.take("bob", 12, NOW);
        allowances.tidy(NOW + 1);
        assertThat(allowances.kept()).isEqualTo(1);
        allowances.tidy(NOW + 2);
        assertThat(allowances.kept()).isZero();
        assertThat(allowances.take("bob", 60, NOW + 2)).isTrue();
    }
}
