package dev.tidings.server.schedule;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/**
 * A row of the schedule on its way into the log.
 *
 * @param version which version of its schedule it stands for
 * @param changed whether somebody wanted to cancel or move it
 * @param repeated whether it may have gone into the log before
 */
record Due(Instant at, UUID id, String tenant, int version, boolean changed, ByteBuffer record, boolean repeated) {
    static final Comparator<Due> ORDER = Comparator.comparing(Due::at).thenComparing(Due::id);

    Due again() {
        return repeated ? this : new Due(at, id, tenant, version, changed, record, true);
    }

    /** Whether it can be sent only after a look at what became of its schedule. */
    boolean doubtful() {
        return changed || version > 1;
    }
}
