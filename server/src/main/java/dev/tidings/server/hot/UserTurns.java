package dev.tidings.server.hot;

import dev.tidings.core.model.UserKey;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** Lets what looks before it writes happen one at a time for each user, without blocking anybody who does not want to wait. */
public final class UserTurns {
    /** Beyond it one user could hold up those whose notifications are routed together for longer than routing may take. */
    private static final int MOST_WAITING = 1_000;

    private final int mostWaiting;
    private final ConcurrentMap<UserKey, Line> lines = new ConcurrentHashMap<>();

    public UserTurns() {
        this(MOST_WAITING);
    }

    /** @param mostWaiting how many may wait for their turn with one user */
    UserTurns(int mostWaiting) {
        this.mostWaiting = mostWaiting;
    }

    /** Those of one user. Changed only inside {@link ConcurrentMap#compute}, one at a time. */
    private static final class Line {
        private CompletableFuture<Void> last;
        private int length;
    }

    /**
     * Starts it when everything started before for the same user is done. Fails with a {@link RejectedExecutionException} if too many
     * wait already.
     */
    public <T> CompletableFuture<T> take(UserKey user, Supplier<CompletableFuture<T>> action) {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<T> answer = new CompletableFuture<>();
        CompletableFuture<Void> before;
        try {
            before = enter(user, mine, mostWaiting);
        } catch (RejectedExecutionException full) {
            return CompletableFuture.failedFuture(full);
        }
        Runnable turn = () -> started(action).whenComplete((result, failure) -> {
            leave(user);
            if (failure == null) {
                answer.complete(result);
            } else {
                answer.completeExceptionally(failure);
            }
            mine.complete(null);
        });
        if (before == null) {
            turn.run();
        } else {
            // On another thread: those who wait would otherwise run inside one another, as deep as there are many.
            before.thenRunAsync(turn);
        }
        return answer;
    }

    /**
     * Waits for its turn with each of them and keeps it until it is closed. Blocks.
     *
     * @param users whoever holds several takes them in the same order as all others, so that no two wait for each other
     */
    public Held hold(SortedSet<UserKey> users) {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        for (UserKey user : users) {
            CompletableFuture<Void> before = enter(user, mine, Integer.MAX_VALUE);
            if (before != null) {
                before.join();
            }
        }
        return () -> {
            users.forEach(this::leave);
            mine.complete(null);
        };
    }

    /** Turns that are held. */
    public interface Held extends AutoCloseable {
        @Override
        void close();
    }

    /** Who is before it in the line; null if nobody is. */
    private CompletableFuture<Void> enter(UserKey user, CompletableFuture<Void> mine, int most) {
        AtomicReference<CompletableFuture<Void>> before = new AtomicReference<>();
        lines.compute(user, (same, there) -> {
            Line line = there == null ? new Line() : there;
            if (line.length >= most) {
                throw new RejectedExecutionException(most + " changes of one user's inbox wait already");
            }
            before.set(line.last);
            line.last = mine;
            line.length++;
            return line;
        });
        return before.get();
    }

    private void leave(UserKey user) {
        lines.computeIfPresent(user, (same, line) -> --line.length == 0 ? null : line);
    }

    private static <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> action) {
        try {
            return action.get();
        } catch (RuntimeException | Error e) {
            // Whatever it is, those behind it have to have their turn.
            return CompletableFuture.failedFuture(e);
        }
    }
}
