package dev.tidings.server.hot;

import dev.tidings.core.model.UserKey;
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
            mine.complete(null);
            if (failure == null) {
                answer.complete(result);
            } else {
                answer.completeExceptionally(failure);
            }
        });
        if (before == null) {
            turn.run();
        } else {
            before.thenRun(turn);
        }
        return answer;
    }

    private static <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> action) {
        try {
            return action.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
