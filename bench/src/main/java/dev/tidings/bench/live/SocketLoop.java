package dev.tidings.bench.live;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The one thread that all sockets of a load client live on. Bare selectors: it shares the machine with what it measures. */
final class SocketLoop implements Runnable {
    private static final int LARGEST_READ = 64 << 10;
    private static final int UNTIL_TOLD = 0;
    private static final int TICK_MILLIS = 1;

    /** Whoever waits for a channel. */
    interface Waiting {
        void ready(SelectionKey key) throws IOException;
    }

    private final Selector selector;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** Whoever reads has it for as long as it reads. */
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(LARGEST_READ);

    private Runnable ticking;

    SocketLoop() throws IOException {
        selector = Selector.open();
    }

    void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
    }

    SelectionKey register(SelectableChannel channel, int interest, Waiting waiting) throws IOException {
        channel.configureBlocking(false);
        return channel.register(selector, interest, waiting);
    }

    ByteBuffer incoming() {
        return incoming.clear();
    }

    /** Runs this at least every millisecond, and whenever anything has happened; null to stop. On the loop only. */
    void tick(Runnable ticker) {
        ticking = ticker;
    }

    @Override
    public void run() {
        try {
            while (true) {
                selector.select(this::ready, ticking == null ? UNTIL_TOLD : TICK_MILLIS);
                Runnable task;
                while ((task = tasks.poll()) != null) {
                    task.run();
                }
                if (ticking != null) {
                    ticking.run();
                }
            }
        } catch (IOException | RuntimeException e) {
            // Whoever waits for an answer must see the end of this process, not its silence.
            e.printStackTrace();
            System.exit(4);
        }
    }

    private void ready(SelectionKey key) {
        try {
            ((Waiting) key.attachment()).ready(key);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
