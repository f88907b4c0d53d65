package dev.tidings.server.route;

import dev.tidings.core.log.LogEntry;
import dev.tidings.server.intake.IdMint;
import dev.tidings.server.log.Outgoing;
import dev.tidings.server.log.OutgoingCodec;
import dev.tidings.server.schedule.Later;
import dev.tidings.server.schedule.LaterRecords;
import dev.tidings.server.schedule.Overflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Hands what leaves the house to the lanes of the channels, or to the schedule if it has to wait for the end of quiet hours. */
final class Outbox {
    private final Overflow log;
    private final LaterRecords later;
    private final IdMint ids;

    Outbox(Overflow log, LaterRecords later, IdMint ids) {
        this.log = log;
        this.later = later;
        this.ids = ids;
    }

    /** @param notBefore null if it can go at once */
    record Letter(Outgoing outgoing, Instant notBefore) {}

    /** Durable when it returns. */
    void post(List<Letter> letters) {
        List<LogEntry> now = new ArrayList<>();
        List<Later> waiting = new ArrayList<>();
        for (Letter letter : letters) {
            if (letter.notBefore() == null) {
                now.add(OutgoingCodec.entry(letter.outgoing()));
            } else {
                // Marked: a handful that comes again puts it there once more.
                waiting.add(new Later(
                        ids.next(),
                        letter.notBefore(),
                        OutgoingCodec.entry(letter.outgoing().again())));
            }
        }
        if (!now.isEmpty()) {
            log.append(now).join();
        }
        if (!waiting.isEmpty()) {
            later.addRecords(waiting).join();
        }
    }
}
