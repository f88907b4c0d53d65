package dev.tidings.bench.live;

import dev.tidings.bench.ProcessUsage;
import dev.tidings.bench.service.BenchServer;
import dev.tidings.lab.PipedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A server in Java, Tidings or plain Netty, started with the JVM options of {@code ./tidings up}. */
final class JvmServer implements LiveServer {
    /** The JVM options of the launcher for a server. */
    private static final List<String> JVM = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:MinHeapFreeRatio=10",
            "-XX:MaxHeapFreeRatio=30",
            "-XX:G1PeriodicGCInterval=60000");

    private static final String TOTAL = "Total";
    /** Enough for all sockets and the connections of the load, within the limit of open files per process. */
    private static final String SOCKETS = "15000";
    /** More than ten for each of them. */
    private static final String MESSAGES = "100000";

    private final String name;
    private final String url;
    private final String key;
    private final PipedJvm child;

    private JvmServer(String name, String url, String key, PipedJvm child) {
        this.name = name;
        this.url = url;
        this.key = key;
        this.child = child;
    }

    static JvmServer bare() throws IOException {
        PipedJvm child = new PipedJvm(JVM, Map.of(), BareNettyServer.class.getName());
        return new JvmServer("bare", child.firstLine(), "none", child);
    }

    static JvmServer tidings(Path folder) throws IOException {
        PipedJvm child = new PipedJvm(
                JVM,
                Map.ofEntries(
                        Map.entry("TIDINGS_DATA_FOLDER", folder.toString()),
                        Map.entry("TIDINGS_HTTP_PORT", "0"),
                        Map.entry("TIDINGS_HTTP_MAX_CONNECTIONS", SOCKETS),
                        // All sockets come from this machine, and in one case all belong to one user.
                        Map.entry("TIDINGS_HTTP_MAX_CONNECTIONS_PER_ADDRESS", SOCKETS),
                        Map.entry("TIDINGS_LIVE_MAX_CONNECTIONS", SOCKETS),
                        Map.entry("TIDINGS_LIVE_MAX_PER_USER", SOCKETS),
                        Map.entry("TIDINGS_LIVE_MAX_PER_ADDRESS", SOCKETS),
                        Map.entry("TIDINGS_LIVE_MESSAGES_PER_USER", MESSAGES),
                        Map.entry("TIDINGS_LIVE_MESSAGES_PER_ADDRESS", MESSAGES),
                        // A client is idle during the turn of the other side.
                        Map.entry("TIDINGS_HTTP_IDLE_TIMEOUT", "1h"),
                        // The publishing connections are opened before the sockets, which takes longer.
                        Map.entry("TIDINGS_HTTP_FIRST_REQUEST_TIMEOUT", "1h")),
                BenchServer.class.getName());
        try {
            String key = Files.readString(folder.resolve("development-key")).trim();
            return new JvmServer("tidings", BenchServer.url(child.firstLine()), key, child);
        } catch (IOException | RuntimeException e) {
            child.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String url() {
        return url;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public double cpuSeconds() {
        return child.cpuSeconds();
    }

    ProcessUsage usage() {
        return ProcessUsage.of(child.pid());
    }

    @Override
    public ServerMemory memory() throws IOException {
        // Objects released by the first collection, for example through cleaners, are gone after the second.
        liveHeap();
        double heap = liveHeap();
        return new ServerMemory(heap, ProcFs.bytes(child.pid(), "Rss"));
    }

    /** The total of a class histogram of live objects, before which the JVM collects garbage; independent of the collector. */
    private double liveHeap() throws IOException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(child.pid()),
                        "GC.class_histogram")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = jcmd.inputReader().lines().toList();
        return lines.stream()
                .filter(line -> line.startsWith(TOTAL))
                .mapToDouble(line -> Double.parseDouble(line.trim().split("\\s+")[2]))
                .findFirst()
                .orElseThrow(() -> new IOException("no heap histogram: " + lines));
    }

    @Override
    public long openFiles() throws IOException {
        return ProcFs.openFiles(child.pid());
    }

    @Override
    public void settle() throws IOException {
        if (name.equals("tidings")) {
            String answer = child.ask(BenchServer.DRAIN);
            if (!answer.equals(BenchServer.DRAINED)) {
                throw new IOException("unexpected answer of the server: " + answer);
            }
        }
    }

    @Override
    public void close() {
        child.close();
    }
}
