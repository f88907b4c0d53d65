package dev.tidings.channels.smtp;

import dev.tidings.channels.BlockingAttempts;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A LIFO pool of idle SMTP connections of one account: the most recently used is taken first, and those idle for 20 seconds are
 * closed.
 */
final class IdleConnections implements AutoCloseable {
    /** Shorter than the idle timeout of servers, and long enough for reuse under steady traffic. */
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(20);

    /** A pooled connection and the time of its last use. */
    private record Idle(SmtpConnection connection, long sinceNanos) {}

    private final Deque<Idle> idle = new ArrayDeque<>();
    private final BlockingAttempts tries;
    private boolean sweeping;
    private boolean closed;

    IdleConnections(BlockingAttempts tries) {
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
            tries.schedule(IDLE_TIMEOUT, this::sweep);
        }
    }

    private void sweep() {
        List<Idle> old = new ArrayList<>();
        synchronized (this) {
            long now = System.nanoTime();
            while (!idle.isEmpty() && now - idle.peekLast().sinceNanos() >= IDLE_TIMEOUT.toNanos()) {
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
