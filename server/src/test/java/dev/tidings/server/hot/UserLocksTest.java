package dev.tidings.server.hot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.model.UserKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of the lock per user: order, failures and the limit of waiting actions. */
class UserLocksTest {
    private static final UserKey BOB = new UserKey("acme", "bob");
    private static final int MANY = 50_000;

    private final UserLocks locks = new UserLocks(Integer.MAX_VALUE);

    @Test
    void manyActions_runInOrderWithoutStackOverflow() throws Exception {
        CompletableFuture<Void> first = new CompletableFuture<>();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<?>> answers = new ArrayList<>();
        answers.add(locks.run(BOB, () -> first));
        for (int i = 0; i < MANY; i++) {
            int number = i;
            answers.add(locks.run(BOB, () -> CompletableFuture.completedFuture(order.add(number))));
        }
        assertThat(order).isEmpty();
        first.complete(null);
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        assertThat(order).containsExactlyElementsOf(IntStream.range(0, MANY).boxed()::iterator);
    }

    @Test
    void throwingAction_doesNotBlockTheNext() throws Exception {
        CompletableFuture<Void> first = new CompletableFuture<>();
        locks.run(BOB, () -> first);
        CompletableFuture<Object> thrown = locks.run(BOB, () -> {
            throw new StackOverflowError("too deep");
        });
        CompletableFuture<String> next = locks.run(BOB, () -> CompletableFuture.completedFuture("next"));
        first.complete(null);
        assertThat(next.get(60, TimeUnit.SECONDS)).isEqualTo("next");
        assertThatThrownBy(thrown::join).hasRootCauseInstanceOf(StackOverflowError.class);
    }

    @Test
    void actionsBeyondTheLimit_areRejected() {
        UserLocks few = new UserLocks(2);
        CompletableFuture<Void> first = new CompletableFuture<>();
        UserKey bob = new UserKey("acme", "bob");
        CompletableFuture<Void> one = few.run(bob, () -> first);
        CompletableFuture<Void> two = few.run(bob, () -> CompletableFuture.completedFuture(null));
        assertThat(few.run(bob, () -> first)).isCompletedExceptionally();
        assertThat(few.run(new UserKey("acme", "eve"), () -> CompletableFuture.completedFuture(null)))
                .isCompleted();
        first.complete(null);
        one.join();
        two.join();
        assertThat(few.run(bob, () -> CompletableFuture.completedFuture(null))).isCompleted();
    }
}
