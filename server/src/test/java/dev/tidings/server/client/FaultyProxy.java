package dev.tidings.server.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A proxy of HTTP/1.1 with keep-alive that injects faults, at random but repeatable by a seed. */
final class FaultyProxy implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?m)^content-length: *(\\d+)");

    /** A fault in one exchange. */
    enum Fault {
        NONE,
        /** The server does not see the request. */
        CUT_BEFORE_REQUEST,
        /** The server executes the request, and the client does not learn it. */
        CUT_BEFORE_ANSWER,
        CUT_WITHIN_ANSWER,
        /** The answer comes after the client's timeout. */
        DELAYED_ANSWER,
        /** The server sees the request twice, at the same time. */
        DOUBLED_REQUEST,
        /** The answer is sent twice, and then the connection is closed. */
        DOUBLED_ANSWER
    }

    private final ServerSocket listening = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress());
    private final URI target;
    private final long delayMillis;
    private final Random random;
    /** How often each fault was injected. */
    final Map<Fault, Integer> injected = new ConcurrentHashMap<>();

    FaultyProxy(URI target, long delayMillis, Random random) throws IOException {
        this.target = target;
        this.delayMillis = delayMillis;
        this.random = random;
        daemon(this::accept);
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listening.accept();
                daemon(() -> serve(client));
            }
        } catch (IOException closed) {
            // The proxy was closed.
        }
    }

    private void serve(Socket client) {
        try (client) {
            boolean open = true;
            while (open) {
                open = exchange(read(client.getInputStream()), client);
            }
        } catch (IOException | InterruptedException gone) {
            // The client closed the connection.
        }
    }

    /** Returns whether the connection stays open. */
    private boolean exchange(byte[] request, Socket client) throws IOException, InterruptedException {
        Fault fault = next();
        injected.merge(fault, 1, Integer::sum);
        if (fault == Fault.CUT_BEFORE_REQUEST) {
            return false;
        }
        Thread twin = fault == Fault.DOUBLED_REQUEST ? daemon(() -> forwardQuietly(request)) : null;
        byte[] answer = forward(request);
        if (twin != null) {
            twin.join();
        }
        switch (fault) {
            case CUT_BEFORE_ANSWER -> {
                return false;
            }
            case CUT_WITHIN_ANSWER -> {
                client.getOutputStream().write(answer, 0, answer.length / 2);
                return false;
            }
            case DELAYED_ANSWER -> Thread.sleep(delayMillis);
            case DOUBLED_ANSWER -> {
                // In one write: a client that reads on would take the second one for the next answer.
                ByteArrayOutputStream both = new ByteArrayOutputStream();
                both.writeBytes(answer);
                both.writeBytes(answer);
                client.getOutputStream().write(both.toByteArray());
                return false;
            }
            default -> {
                // Passed on below.
            }
        }
        client.getOutputStream().write(answer);
        return true;
    }

    /** Two of three exchanges are without a fault. */
    private synchronized Fault next() {
        Fault[] faults = Fault.values();
        return random.nextInt(3) > 0 ? Fault.NONE : faults[1 + random.nextInt(faults.length - 1)];
    }

    private byte[] forward(byte[] request) throws IOException {
        try (Socket server = new Socket(target.getHost(), target.getPort())) {
            server.getOutputStream().write(request);
            return read(server.getInputStream());
        }
    }

    private void forwardQuietly(byte[] request) {
        try {
            forward(request);
        } catch (IOException ignored) {
            // Its answer does not matter.
        }
    }

    /** Reads one request or response. */
    private static byte[] read(InputStream from) throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        String head = "";
        while (!head.endsWith("\r\n\r\n")) {
            int next = from.read();
            if (next < 0) {
                throw new EOFException();
            }
            message.write(next);
            head = next == '\n' ? message.toString(ISO_8859_1) : "";
        }
        Matcher length = LENGTH.matcher(head.toLowerCase(Locale.ROOT));
        if (length.find()) {
            message.writeBytes(from.readNBytes(Integer.parseInt(length.group(1))));
        }
        return message.toByteArray();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "faulty-proxy");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
