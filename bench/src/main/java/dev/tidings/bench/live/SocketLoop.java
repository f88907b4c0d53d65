package dev.tidings.bench.live;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The single-threaded event loop of a load client. It uses plain selectors, because it shares the machine with the server it measures. */
final class SocketLoop implements Runnable {
    private static final int READ_BUFFER_BYTES = 64 << 10;
    private static final int NO_TIMEOUT = 0;
    private static final int TICK_MILLIS = 1;

    /** Handles a ready channel. */
    interface ReadyHandler {
        void ready(SelectionKey key) throws IOException;
    }

    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** Shared by all readers; valid only during one read. */
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(READ_BUFFER_BYTES);

    private Runnable ticking;

    SocketLoop() throws IOException {
        selector = Selector.open();
    }

    void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    SelectionKey register(SelectableChannel channel, int interest, ReadyHandler waiting) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, interest, waiting);
    }

    ByteBuffer incoming() {
        return incoming.clear();
    }

    /** Runs this at least every millisecond and after every event; null stops it. Call on the loop only. */
    void tick(Runnable ticker) {
        ticking = ticker;
    }

    @Override
    public void run() {
        try {
            while (true) {
                selector.select(this::ready, ticking == null ? NO_TIMEOUT : TICK_MILLIS);
                Runnable task;
                while ((task = tasks.poll()) != null) {
                    task.run();
                }
                if (ticking != null) {
                    ticking.run();
                }
            }
        } catch (IOException | RuntimeException e) {
            // The parent waits for an answer and must see this process end instead.
            e.printStackTrace();
            System.exit(4);
        }
    }

    private void ready(SelectionKey key) {
        try {
            ((ReadyHandler) key.attachment()).ready(key);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
