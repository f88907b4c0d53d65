package dev.tidings.client;

import dev.tidings.client.model.DeadLetter;
import java.time.Instant;

/** Deliveries that failed for good in the last 30 days. */
public final class DeadLetters {
    private final HttpCalls calls;

    DeadLetters(HttpCalls calls) {
        this.calls = calls;
    }

    /** Newest first. */
    public Pages<DeadLetter> list() {
        return new Pages<>(() -> calls.to(Operation.LIST_DEAD_LETTERS), DeadLetter.class);
    }

    /** Those of a period, newest first. */
    public Pages<DeadLetter> list(Instant since, Instant until) {
        return new Pages<>(
                () -> calls.to(Operation.LIST_DEAD_LETTERS)
                        .query("since", since.toString())
                        .query("until", until.toString()),
                DeadLetter.class);
    }

    /**
     * Tries the delivery again, from its first attempt.
     *
     * @return {@code trying}; or the state of the delivery if it was replayed before, or its message accepted after all
     */
    public String replay(String id) {
        return calls.to(Operation.REPLAY_DEAD_LETTER, id).as(Replay.class).status();
    }

    private record Replay(String status, String reason) {}
}
