package dev.tidings.channels.webpush;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A raw HTTP/1.1 server with one request per connection, so that a response can be anything, or missing. */
final class PushService implements AutoCloseable {
    /** A request that waits for its response. May be answered from any thread. */
    record Call(String path, Map<String, String> headers, byte[] body, Socket connection) {
        /** @param head the status line and headers, valid or not */
        void answer(String... head) {
            write(String.join("\r\n", head) + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            close();
        }

        void write(String text) {
            try {
                connection.getOutputStream().write(text.getBytes(ISO_8859_1));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void close() {
            quietly(connection);
        }
    }

    private final ServerSocket listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    private final Consumer<Call> script;

    PushService(Consumer<Call> script) throws IOException {
        this.script = script;
        start(this::listen);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "push-service");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    String endpoint(String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    private void listen() {
        while (!listening.isClosed()) {
            try {
                Socket connection = listening.accept();
                connections.add(connection);
                if (listening.isClosed()) {
                    // It was accepted while the server was being closed.
                    quietly(connection);
                    return;
                }
                start(() -> serve(connection));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try {
            InputStream in = new BufferedInputStream(connection.getInputStream());
            String[] request = line(in).split(" ");
            Map<String, String> headers = new TreeMap<>();
            for (String line = line(in); !line.isEmpty(); line = line(in)) {
                String[] parts = line.split(": *", 2);
                headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1]);
            }
            byte[] body = in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0")));
            headers.put(":method", request[0]);
            script.accept(new Call(request[1], headers, body, connection));
        } catch (IOException | RuntimeException e) {
            // The client notices the missing response.
            quietly(connection);
        }
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("ended within a line");
            }
            bytes.write(next);
        }
        return bytes.toString(ISO_8859_1).stripTrailing();
    }

    private static void quietly(Socket connection) {
        try {
            connection.close();
        } catch (IOException e) {
            // It is closed in any case.
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        connections.forEach(PushService::quietly);
    }
}
