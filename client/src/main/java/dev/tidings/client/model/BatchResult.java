package dev.tidings.client.model;

import java.time.Instant;

/**
 * The result of one notification of a batch.
 *
 * @param line its number in the batch, from 1 on
 * @param status the status that a single request would get
 * @param id null if it was refused
 * @param sendAt the send time if it is scheduled, else null
 * @param replayed whether it was accepted before with the same idempotency key
 * @param error the reason if it was refused, else null
 */
public record BatchResult(int line, int status, String id, Instant sendAt, boolean replayed, Problem error) {

    public boolean accepted() {
        return id != null;
    }

    /** The same result at another place of the batch. */
    public BatchResult atLine(int other) {
        return new BatchResult(other, status, id, sendAt, replayed, error);
    }
}
