package dev.tidings.server.hot;

import dev.tidings.core.model.UserKey;
import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** Lets what looks before it writes happen one at a time for each user, without blocking anybody. */
public final class UserTurns {
    private final ConcurrentMap<UserKey, CompletableFuture<Void>> last = new ConcurrentHashMap<>();

    /** Starts it when everything started before for the same user is done. */
    public <T> CompletableFuture<T> take(UserKey user, Supplier<CompletableFuture<T>> action) {
        CompletableFuture<Void> mine = new CompletableFuture<>();
        CompletableFuture<T> answer = new CompletableFuture<>();
        CompletableFuture<Void> before = last.put(user, mine);
        Runnable turn = () -> started(action).whenComplete((result, failure) -> {
            last.remove(user, mine);
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
            CompletableFuture<Void> before = last.put(user, mine);
            if (before != null) {
                before.join();
            }
        }
        return () -> {
            users.forEach(user -> last.remove(user, mine));
            mine.complete(null);
        };
    }

    /** Turns that are held. */
    public interface Held extends AutoCloseable {
        @Override
        void close();
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
