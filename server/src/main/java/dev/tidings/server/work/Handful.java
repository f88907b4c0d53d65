package dev.tidings.server.work;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Several things under way together, of which some may take longer than the others want to wait. */
public final class Handful {
    private Handful() {}

    /** Waits for all of them, so long at the most, and says which are not done. */
    public static <T> List<T> await(Map<T, CompletableFuture<Void>> underWay, Duration patience) {
        try {
            CompletableFuture.allOf(underWay.values().toArray(CompletableFuture[]::new))
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // Each is looked at.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return underWay.entrySet().stream()
                .filter(entry -> !entry.getValue().isDone())
                .map(Map.Entry::getKey)
                .toList();
    }
}
