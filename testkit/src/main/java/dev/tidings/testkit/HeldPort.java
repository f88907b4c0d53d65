package dev.tidings.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A port of the loopback address that is reserved for a test: bound, so that no other process is given it, and refusing every connection
 * for lack of a listener. A port that was merely free a moment ago may be another server's by now.
 *
 * <p>On Linux, a server of the test that is told to use this very port can listen on it meanwhile, and come back to it after a restart.
 */
public final class HeldPort implements AutoCloseable {
    private static final Duration LISTENER_GONE_TIMEOUT = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(1);

    private final Socket holder;

    private HeldPort(Socket holder) {
        this.holder = holder;
    }

    /** A port of its own. */
    public static HeldPort any() {
        try {
            return bind(0);
        } catch (IOException e) {
            throw new UncheckedIOException("no port of the loopback address can be bound", e);
        }
    }

    /**
     * Takes the place of a listener that has just been closed. Waits until the operating system has really let go of it: a listener
     * takes connections for as long as a thread is still about to return from {@code accept}, or its selector from {@code select}.
     */
    public static HeldPort inPlaceOf(int port) {
        long end = System.nanoTime() + LISTENER_GONE_TIMEOUT.toNanos();
        while (true) {
            try {
                return bind(port);
            } catch (BindException inUse) {
                if (System.nanoTime() > end) {
                    throw new UncheckedIOException("port " + port + " still has a listener", inUse);
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            } catch (IOException e) {
                throw new UncheckedIOException("port " + port + " can't be bound", e);
            }
        }
    }

    private static HeldPort bind(int port) throws IOException {
        Socket holder = new Socket();
        try {
            // Connections of the listener that was here may linger; they do not count as a listener.
            holder.setReuseAddress(true);
            holder.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return new HeldPort(holder);
        } catch (IOException e) {
            holder.close();
            throw e;
        }
    }

    public int number() {
        return holder.getLocalPort();
    }

    @Override
    public void close() {
        try {
            holder.close();
        } catch (IOException e) {
            // It holds nothing but the port.
        }
    }
}
