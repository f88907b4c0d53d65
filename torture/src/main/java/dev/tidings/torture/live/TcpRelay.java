package dev.tidings.torture.live;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;

/** A stable address of a service whose port changes with each restart. While the service is down, connections are closed at once. */
final class TcpRelay implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    private volatile URI target;

    TcpRelay(URI target) throws IOException {
        this.target = target;
        daemon(this::accept);
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    /** Sets the address after a restart. */
    void setTarget(URI now) {
        target = now;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                daemon(() -> relay(client));
            }
        } catch (IOException closed) {
            // The relay was closed.
        }
    }

    private void relay(Socket client) {
        try (client;
                Socket service = new Socket(target.getHost(), target.getPort())) {
            client.setTcpNoDelay(true);
            service.setTcpNoDelay(true);
            Thread back = daemon(() -> copy(service, client));
            copy(client, service);
            back.join();
        } catch (IOException down) {
            // The client notices the closed connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Copies until either side ends, and then closes both. */
    private static void copy(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8_192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (IOException ended) {
            // Closed by the other direction.
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
