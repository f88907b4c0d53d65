package dev.tidings.bench.live;

import dev.tidings.bench.Comparison;
import dev.tidings.lab.PipedJvm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A server under test in the live benchmark with its load client. Each method sends one command to the client and returns the
 * measured times.
 */
final class LoadedServer implements AutoCloseable {
    private static final List<String> CLIENT_JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");
    private static final double SECOND = 1e9;
    private static final int FILE_TOLERANCE = 20;

    private final LiveServer server;
    private final PipedJvm client;
    private long filesWithoutSockets;

    /** @param server is closed with this object, also if the constructor fails */
    LoadedServer(LiveServer server) throws IOException {
        this.server = server;
        try {
            client = new PipedJvm(
                    CLIENT_JVM, Map.of(), LiveClient.class.getName(), server.name(), server.url(), server.key());
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    LiveServer server() {
        return server;
    }

    /** Opens sockets of this many users, one each. */
    void open(int count) throws IOException {
        open("open", count);
    }

    /** The same with server-sent events. */
    void openStreams(int count) throws IOException {
        open("stream", count);
    }

    /** Opens sockets that all receive the same broadcasts. */
    void openShared(int count) throws IOException {
        open("gather", count);
    }

    private void open(String how, int count) throws IOException {
        command(how + " " + count);
        filesWithoutSockets = server.openFiles() - count;
    }

    /** Closes all sockets and waits until the server has closed them as well. */
    void closeSockets() throws IOException {
        command("close");
        while (server.openFiles() > filesWithoutSockets + FILE_TOLERANCE) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    private void command(String line) throws IOException {
        String answer = client.ask(line);
        if (!answer.equals(LiveClient.DONE)) {
            throw new IOException("unexpected answer of the load client: " + answer);
        }
    }

    /** Sends notifications to users with open sockets in turn, and waits until all have arrived. */
    Comparison.WorkTime addressed(int count, long first) throws IOException {
        double seconds = seconds("addressed " + count + " " + first)[0];
        server.settle();
        return new Comparison.WorkTime(count, seconds);
    }

    /** Seconds from the first socket to the last, and from the request to the last. */
    double[] broadcast(long number) throws IOException {
        double[] seconds = seconds("all 1 " + number);
        server.settle();
        return seconds;
    }

    /** Latency in seconds at a fixed rate: median and 99th percentile to the response, then to the socket. */
    double[] paced(int count, long first, long rate) throws IOException {
        return seconds("paced " + count + " " + first + " " + rate);
    }

    private double[] seconds(String command) throws IOException {
        return Stream.of(client.ask(command).split(" "))
                .mapToDouble(nanos -> Double.parseDouble(nanos) / SECOND)
                .toArray();
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
