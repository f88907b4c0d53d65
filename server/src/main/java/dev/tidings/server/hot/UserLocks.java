package dev.tidings.server.hot;

import dev.tidings.core.model.UserKey;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * A lock per user for read-modify-write actions on an inbox and its unread count. {@link #run} queues an asynchronous action and fails it
 * if too many wait; {@link #lock} blocks until the locks of several users are held.
 */
public final class UserLocks {
    /** Beyond it one user could delay the notifications routed in the same batch for longer than routing may take. */
    private static final int MAX_WAITING = 1_000;

    private final int maxWaiting;
    private final ConcurrentMap<UserKey, Queue> queues = new ConcurrentHashMap<>();

    public UserLocks() {
        this(MAX_WAITING);
    }

    /** @param maxWaiting how many actions may wait per user */
    UserLocks(int maxWaiting) {
        this.maxWaiting = maxWaiting;
    }

    /** The queue of one user. Changed only inside {@link ConcurrentMap#compute}, one at a time. */
    private static final class Queue {
        private CompletableFuture<Void> last;
        private int length;
    }

    /**
     * Starts the action when all earlier ones of the same user are done. Fails with a {@link RejectedExecutionException} if too many wait
     * already.
     */
    public <T> CompletableFuture<T> run(UserKey user, Supplier<CompletableFuture<T>> action) {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<T> answer = new CompletableFuture<>();
        CompletableFuture<Void> before;
        try {
            before = enter(user, mine, maxWaiting);
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
            // On another thread: otherwise waiting actions would run nested in each other, and overflow the stack.
            before.thenRunAsync(turn);
        }
        return answer;
    }

    /**
     * Locks all users until it is closed. Blocks.
     *
     * @param users sorted: all callers lock in the same order, so that no deadlock is possible
     */
    public HeldLocks lock(SortedSet<UserKey> users) {
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

    /** The locks held by a caller of {@link #lock}; closing it releases them. */
    public interface HeldLocks extends AutoCloseable {
        @Override
        void close();
    }

    /** The predecessor in the queue; null if there is none. */
    private CompletableFuture<Void> enter(UserKey user, CompletableFuture<Void> mine, int max) {
        AtomicReference<CompletableFuture<Void>> before = new AtomicReference<>();
        queues.compute(user, (same, there) -> {
            Queue queue = there == null ? new Queue() : there;
            if (queue.length >= max) {
                throw new RejectedExecutionException(max + " changes of this user's inbox are already waiting");
            }
            before.set(queue.last);
            queue.last = mine;
            queue.length++;
            return queue;
        });
        return before.get();
    }

    private void leave(UserKey user) {
        queues.computeIfPresent(user, (same, queue) -> --queue.length == 0 ? null : queue);
    }

    private static <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> action) {
        try {
            return action.get();
        } catch (RuntimeException | Error e) {
            // Catches everything: the actions behind it must run.
            return CompletableFuture.failedFuture(e);
        }
    }
}
