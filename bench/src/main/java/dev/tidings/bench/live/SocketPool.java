package dev.tidings.bench.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** Opens and closes the sockets of the load client in bulk, with a limit on concurrent connects. Confined to the event loop. */
final class SocketPool {
    private static final int CONCURRENT_CONNECTS = 100;
    /** An address has about 28,000 ephemeral ports, and those of closed sockets stay in TIME_WAIT for a minute. */
    private static final int SOCKETS_PER_ADDRESS = 5_000;

    private static final int FIRST_ADDRESS = 2;
    private static final int ADDRESSES = 250;

    private final InetSocketAddress server;
    private final SocketFactory making;
    private final List<LiveSocket> open = new ArrayList<>();

    private IntFunction<byte[]> requests;
    private CompletableFuture<Void> opening;
    private int wanted;
    private int begun;
    private long totalBegun;

    /** Creates a socket from the request that opens it. */
    interface SocketFactory {
        LiveSocket make(byte[] request) throws IOException;
    }

    SocketPool(InetSocketAddress server, SocketFactory making) {
        this.server = server;
        this.making = making;
    }

    int count() {
        return open.size();
    }

    void open(int count, IntFunction<byte[]> requestOf, CompletableFuture<Void> whenOpen) {
        requests = requestOf;
        opening = whenOpen;
        wanted = count;
        begun = 0;
        for (int i = 0; i < CONCURRENT_CONNECTS; i++) {
            begin();
        }
    }

    private void begin() {
        if (begun < wanted) {
            try {
                making.make(requests.apply(begun++)).connect(source(), server);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private InetSocketAddress source() {
        long address = FIRST_ADDRESS + totalBegun++ / SOCKETS_PER_ADDRESS % ADDRESSES;
        return new InetSocketAddress("127.0.0." + address, 0);
    }

    void opened(LiveSocket socket) {
        open.add(socket);
        begin();
        if (open.size() == wanted) {
            opening.complete(null);
        }
    }

    void closeAll() {
        open.forEach(LiveSocket::close);
        open.clear();
    }
}
