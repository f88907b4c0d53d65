package dev.tidings.torture.connections;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Many connections to the service from given loopback addresses that send nothing by themselves and read hardly anything. */
final class RawConnections implements AutoCloseable {
    /** Small, so that what is not read stays with the service. */
    private static final int RECEIVE_BUFFER = 4_096;

    private final InetSocketAddress service;
    private final List<SocketChannel> all = new ArrayList<>();

    RawConnections(URI url) {
        service = new InetSocketAddress(url.getHost(), url.getPort());
    }

    void open(String address, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            SocketChannel channel = SocketChannel.open();
            all.add(channel);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, RECEIVE_BUFFER);
            channel.bind(new InetSocketAddress(address, 0));
            channel.connect(service);
            channel.configureBlocking(false);
        }
    }

    int count() {
        return all.size();
    }

    /** Sends a short request on each. */
    void send(String request) {
        ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(US_ASCII));
        for (SocketChannel channel : all) {
            try {
                channel.write(bytes.duplicate());
            } catch (IOException refused) {
                // Counted as not answered.
            }
        }
    }

    /** The number of connections that the service has not closed. */
    int stillOpen() {
        int open = 0;
        for (SocketChannel channel : all) {
            open += read(channel) == 0 ? 1 : 0;
        }
        return open;
    }

    /** The number of connections whose answer has begun; waits until all have. */
    int awaitFirstByte(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        List<SocketChannel> waiting = new ArrayList<>(all);
        int answered = 0;
        while (!waiting.isEmpty() && System.nanoTime() < end) {
            List<SocketChannel> silent = new ArrayList<>();
            for (SocketChannel channel : waiting) {
                int read = read(channel);
                if (read == 0) {
                    silent.add(channel);
                } else {
                    answered += read > 0 ? 1 : 0;
                }
            }
            waiting = silent;
            TimeUnit.MILLISECONDS.sleep(50);
        }
        return answered;
    }

    /** One byte at most; negative if the connection is closed. */
    private static int read(SocketChannel channel) {
        try {
            return channel.read(ByteBuffer.allocate(1));
        } catch (IOException reset) {
            return -1;
        }
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : all) {
            channel.close();
        }
    }
}
