package dev.tidings.server.route;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.server.intake.IdMint;
import dev.tidings.server.log.Outgoing;
import dev.tidings.server.log.OutgoingCodec;
import dev.tidings.server.schedule.Later;
import dev.tidings.server.schedule.LaterRecords;
import dev.tidings.widecolumn.Answers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;

/**
 * Hands what leaves the house to the lanes of the channels. A lane that is full must not stop routing: what finds no room waits in the
 * schedule instead, and comes back in its turn.
 */
final class Outbox {
    private static final Duration LEAST_WAIT = Duration.ofSeconds(5);
    private static final Duration SPREAD = Duration.ofSeconds(10);

    private final Log log;
    private final LaterRecords later;
    private final IdMint ids;
    private final InstantSource clock;
    private final RandomGenerator random;

    Outbox(Log log, LaterRecords later, IdMint ids, InstantSource clock, RandomGenerator random) {
        this.log = log;
        this.later = later;
        this.ids = ids;
        this.clock = clock;
        this.random = random;
    }

    /** @param notBefore null if it can go at once */
    record Letter(Outgoing outgoing, Instant notBefore) {}

    /** Durable when it returns. */
    void post(List<Letter> letters) {
        List<LogEntry> now = new ArrayList<>();
        List<Later> waiting = new ArrayList<>();
        for (Letter letter : letters) {
            LogEntry entry = OutgoingCodec.entry(letter.outgoing());
            if (letter.notBefore() == null) {
                now.add(entry);
            } else {
                waiting.add(new Later(ids.next(), letter.notBefore(), entry));
            }
        }
        if (!now.isEmpty() && !appended(now)) {
            for (LogEntry entry : now) {
                Duration wait = LEAST_WAIT.plusMillis(random.nextLong(SPREAD.toMillis()));
                waiting.add(new Later(
                        ids.next(), Instant.ofEpochMilli(clock.millis()).plus(wait), entry));
            }
        }
        if (!waiting.isEmpty()) {
            later.addRecords(waiting).join();
        }
    }

    /** False if there was no room. */
    private boolean appended(List<LogEntry> entries) {
        try {
            log.append(entries).join();
            return true;
        } catch (CompletionException e) {
            if (Answers.cause(e) instanceof LogException refusal
                    && (refusal.reason() == LogException.Reason.TENANT_BACKLOG
                            || refusal.reason() == LogException.Reason.OVERLOADED)) {
                return false;
            }
            throw e;
        }
    }
}
