package dev.tidings.channels.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of the fair queueing of DNS lookups. The test runs the submitted tasks itself. */
class FairLookupsTest {
    private final Queue<Runnable> submitted = new ArrayDeque<>();
    private final FairLookups lookups = new FairLookups(submitted::add);
    private final List<String> made = new ArrayList<>();

    private boolean make(String whose, int number) {
        return lookups.submit(whose, () -> made.add(whose + number));
    }

    private void make(String whose, int from, int to) {
        IntStream.range(from, to).forEach(number -> make(whose, number));
    }

    private void finishAll() {
        while (!submitted.isEmpty()) {
            submitted.remove().run();
        }
    }

    @Test
    void lookups_areLimitedAndRunInOrder() {
        make("a", 0, 10);
        assertThat(submitted).hasSize(FairLookups.MAX_IN_FLIGHT);
        submitted.remove().run();
        assertThat(submitted).hasSize(FairLookups.MAX_IN_FLIGHT);
        finishAll();
        assertThat(made)
                .containsExactlyElementsOf(
                        IntStream.range(0, 10).mapToObj(i -> "a" + i).toList());
    }

    @Test
    void manyLookupsOfOneTenant_doNotDelayAnother() {
        make("a", 0, 100);
        make("b", 0, 1);
        finishAll();
        assertThat(made.indexOf("b0")).isEqualTo(FairLookups.MAX_IN_FLIGHT);
        assertThat(made).hasSize(101);
    }

    @Test
    void fullQueue_refusesOnlyItsTenant() {
        make("a", 0, FairLookups.MAX_IN_FLIGHT + FairLookups.MAX_WAITING);
        assertThat(make("a", -1)).isFalse();
        assertThat(make("b", 0)).isTrue();
        submitted.remove().run();
        assertThat(make("a", -2)).isTrue();
        finishAll();
        assertThat(made).contains("a-2", "b0").doesNotContain("a-1");
    }

    @Test
    void idleTenant_isRemoved() {
        make("a", 0, 10);
        make("b", 0, 1);
        assertThat(lookups.activeTenants()).isEqualTo(2);
        finishAll();
        assertThat(lookups.activeTenants()).isZero();
    }

    @Test
    void failedLookup_freesItsSlot() {
        for (int i = 0; i < FairLookups.MAX_IN_FLIGHT; i++) {
            lookups.submit("a", () -> {
                throw new IllegalStateException("a mistake");
            });
        }
        make("a", 0, 1);
        for (int i = 0; i < FairLookups.MAX_IN_FLIGHT; i++) {
            assertThatThrownBy(submitted.remove()::run).hasMessage("a mistake");
        }
        finishAll();
        assertThat(made).containsExactly("a0");
        assertThat(lookups.activeTenants()).isZero();
    }

    @Test
    void rejectedTask_freesItsSlot() {
        FairLookups without = new FairLookups(lookup -> {
            throw new RejectedExecutionException();
        });
        assertThatThrownBy(() -> without.submit("a", () -> {})).isInstanceOf(RejectedExecutionException.class);
        assertThat(without.activeTenants()).isZero();
    }
}
