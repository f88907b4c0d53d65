package dev.tidings.bench.service;

import dev.tidings.lab.PipedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A server under test and its load client, each a process of its own. Runs a given load, and waits until the server has routed all of
 * it.
 */
record ServerAndClient(PipedJvm server, PipedJvm client) implements AutoCloseable {
    private static final int CONNECTIONS = 256;
    private static final List<String> SERVER_JVM = List.of("-Xmx1g", "-XX:+UseParallelGC");
    private static final List<String> CLIENT_JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");

    static ServerAndClient start(Path folder, Class<?> main) throws IOException {
        PipedJvm server = new PipedJvm(
                SERVER_JVM,
                Map.of(
                        "TIDINGS_DATA_FOLDER", folder.toString(),
                        "TIDINGS_HTTP_PORT", "0",
                        // Large enough for the first pages of all users.
                        "TIDINGS_INBOX_PAGE_CACHE", "256MiB",
                        // A client is idle during the turn of the other side.
                        "TIDINGS_HTTP_IDLE_TIMEOUT", "1h"),
                main.getName());
        try {
            String url = BenchServer.url(server.firstLine());
            String key = Files.readString(folder.resolve("development-key")).trim();
            String connections = Integer.toString(CONNECTIONS);
            return new ServerAndClient(
                    server, new PipedJvm(CLIENT_JVM, Map.of(), LoadClient.class.getName(), url, key, connections));
        } catch (IOException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    double run(String what, long count, long first) throws IOException {
        String answer = client.ask(what + " " + count + " " + first);
        if (!answer.equals("done")) {
            throw new IOException("unexpected answer of the load client: " + answer);
        }
        return count;
    }

    /** Runs the load and waits until the server has routed all of it. */
    double runAndRoute(String what, long count, long first) throws IOException {
        run(what, count, first);
        String answer = server.ask(BenchServer.DRAIN);
        if (!answer.equals(BenchServer.DRAINED)) {
            throw new IOException("unexpected answer of the server: " + answer);
        }
        return count;
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
