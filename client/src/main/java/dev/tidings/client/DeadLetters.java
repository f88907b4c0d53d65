package dev.tidings.client;

import dev.tidings.client.model.DeadLetter;

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

    /** Tries the delivery again, from its first attempt. */
    public void replay(String id) {
        calls.to(Operation.REPLAY_DEAD_LETTER, id).send();
    }
}
