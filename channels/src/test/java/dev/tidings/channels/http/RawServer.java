package dev.tidings.channels.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Answers every connection with the same bytes, valid HTTP or not, and then closes it or waits. */
final class RawServer implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final CountDownLatch listened = new CountDownLatch(1);
    private volatile int heard;
    private final String says;
    private final boolean closes;

    RawServer(String says, boolean closes) throws IOException {
        this.says = says;
        this.closes = closes;
        Thread thread = new Thread(this::serve, "raw-server");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        try {
            while (true) {
                Socket connection = listening.accept();
                connections.add(connection);
                // At least a minimal request: clients drop a response that precedes it.
                heard += connection.getInputStream().readNBytes(20).length;
                listened.countDown();
                connection.getOutputStream().write(says.getBytes(ISO_8859_1));
                if (closes) {
                    connection.shutdownOutput();
                    connection.getInputStream().readAllBytes();
                    connection.close();
                }
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    /** Waits until a connection was read: a request, or an end without one. */
    void awaitListened() throws InterruptedException {
        assertThat(listened.await(60, TimeUnit.SECONDS)).isTrue();
    }

    /** The number of bytes read so far. */
    int heard() {
        return heard;
    }

    String url(String scheme) {
        return scheme + "://127.0.0.1:" + listening.getLocalPort() + "/";
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
