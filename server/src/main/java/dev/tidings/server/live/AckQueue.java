package dev.tidings.server.live;

import dev.tidings.core.model.UserKey;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;

/** The acks of one live connection that are not written yet. Writes them batch by batch, also after the client has disconnected. */
final class AckQueue {
    /** A client that has caught up after a reconnect may ack many changes in a short time. */
    private static final int MAX_PENDING = 4_000;

    private static final int BATCH = 100;

    private final LiveSessionRegistry live;
    private final UserKey user;
    private final Executor eventLoop;
    /** Null while no write is in flight. */
    private Set<UUID> pending;

    /** @param eventLoop that of the connection, on which all calls are made */
    AckQueue(LiveSessionRegistry live, UserKey user, Executor eventLoop) {
        this.live = live;
        this.user = user;
        this.eventLoop = eventLoop;
    }

    /** False if too many are waiting; then they are dropped. */
    boolean add(List<UUID> notifications) {
        boolean idle = pending == null;
        pending = idle ? new LinkedHashSet<>() : pending;
        pending.addAll(notifications);
        if (pending.size() > MAX_PENDING) {
            pending = null;
            return false;
        }
        if (idle) {
            write();
        }
        return true;
    }

    private void write() {
        if (pending == null || pending.isEmpty()) {
            pending = null;
            return;
        }
        List<UUID> batch = pending.stream().limit(BATCH).toList();
        batch.forEach(pending::remove);
        live.acknowledge(user, batch).whenComplete((written, failure) -> eventLoop.execute(this::write));
    }
}
