package dev.tidings.server.inbox;

import dev.tidings.core.model.UserKey;
import dev.tidings.server.hot.UnreadCounts;
import dev.tidings.tables.InboxRow;
import java.time.Instant;
import java.time.InstantSource;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/** Counts what is unread, from memory where it is known. */
final class UnreadCounter {
    private static final int CHUNK = 1_000;

    private final InboxRows rows;
    private final UnreadCounts counts;
    private final InstantSource clock;

    /** Counted so far. */
    private record Tally(long unread, Instant validUntil) {
        Tally plus(InboxRow row) {
            Instant gone = InboxRows.gone(row);
            return new Tally(unread + 1, gone.isBefore(validUntil) ? gone : validUntil);
        }
    }

    UnreadCounter(InboxRows rows, UnreadCounts counts, InstantSource clock) {
        this.rows = rows;
        this.counts = counts;
        this.clock = clock;
    }

    CompletableFuture<Long> unread(UserKey user) {
        Instant now = clock.instant();
        OptionalLong known = counts.find(user, now);
        if (known.isPresent()) {
            return CompletableFuture.completedFuture(known.getAsLong());
        }
        long ticket = counts.ticket(user);
        return count(user, rows.newest(), new Tally(0, Instant.MAX), now).thenApply(tally -> {
            counts.counted(user, ticket, tally.unread(), tally.validUntil());
            return tally.unread();
        });
    }

    private CompletableFuture<Tally> count(UserKey user, InboxRows.Place place, Tally before, Instant now) {
        return rows.read(user, place, CHUNK).thenCompose(chunk -> {
            Tally tally = before;
            for (InboxRow row : chunk.rows()) {
                tally = InboxRows.unread(row, now) ? tally.plus(row) : tally;
            }
            return chunk.before().isEmpty()
                    ? CompletableFuture.completedFuture(tally)
                    : count(user, chunk.before().get(), tally, now);
        });
    }
}
