package dev.tidings.channels.smtp;

import dev.tidings.channels.BlockingTries;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Connections that wait for the next mail, the one used last first, so that those too many grow old and are closed. */
final class IdleConnections implements AutoCloseable {
    /** Shorter than servers wait, and long enough to be found again by whoever sends one mail after the other. */
    private static final Duration KEPT = Duration.ofSeconds(20);

    private record Idle(SmtpConnection connection, long sinceNanos) {}

    private final Deque<Idle> idle = new ArrayDeque<>();
    private final BlockingTries tries;
    private boolean sweeping;
    private boolean closed;

    IdleConnections(BlockingTries tries) {
        this.tries = tries;
    }

    synchronized Optional<SmtpConnection> take() {
        return Optional.ofNullable(idle.pollFirst()).map(Idle::connection);
    }

    void keep(SmtpConnection connection) {
        synchronized (this) {
            if (!closed) {
                idle.addFirst(new Idle(connection, System.nanoTime()));
                sweepLater();
                return;
            }
        }
        connection.quit();
    }

    private void sweepLater() {
        if (!sweeping && !idle.isEmpty()) {
            sweeping = true;
            tries.later(KEPT, this::sweep);
        }
    }

    private void sweep() {
        List<Idle> old = new ArrayList<>();
        synchronized (this) {
            long now = System.nanoTime();
            while (!idle.isEmpty() && now - idle.peekLast().sinceNanos() >= KEPT.toNanos()) {
                old.add(idle.pollLast());
            }
            sweeping = false;
            sweepLater();
        }
        old.forEach(one -> one.connection().quit());
    }

    @Override
    public void close() {
        List<Idle> left;
        synchronized (this) {
            closed = true;
            left = List.copyOf(idle);
            idle.clear();
        }
        left.forEach(one -> one.connection().quit());
    }
}
