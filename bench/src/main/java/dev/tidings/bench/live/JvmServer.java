package dev.tidings.bench.live;

import dev.tidings.bench.Child;
import dev.tidings.bench.service.BenchServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** One of the two servers in Java: Tidings, or bare Netty. Both with the JVM's options of {@code ./tidings up}. */
final class JvmServer implements LiveServer {
    /** As the launcher starts a server. */
    private static final List<String> JVM = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "-XX:MinHeapFreeRatio=10",
            "-XX:MaxHeapFreeRatio=30",
            "-XX:G1PeriodicGCInterval=60000");

    private static final String TOTAL = "Total";
    /** Room for all sockets and the load's connections; what a machine lets a process have open is the limit. */
    private static final String SOCKETS = "15000";
    /** Ten for each of them, and more. */
    private static final String MESSAGES = "100000";

    private final String name;
    private final String url;
    private final String key;
    private final Child child;

    private JvmServer(String name, String url, String key, Child child) {
        this.name = name;
        this.url = url;
        this.key = key;
        this.child = child;
    }

    static JvmServer bare() throws IOException {
        Child child = new Child(JVM, Map.of(), BareServer.class.getName());
        return new JvmServer("bare", child.firstLine(), "none", child);
    }

    static JvmServer tidings(Path folder) throws IOException {
        Child child = new Child(
                JVM,
                Map.of(
                        "TIDINGS_DATA_FOLDER", folder.toString(),
                        "TIDINGS_HTTP_PORT", "0",
                        "TIDINGS_HTTP_MAX_CONNECTIONS", SOCKETS,
                        // All sockets are from this machine, and in one case all are of one user.
                        "TIDINGS_LIVE_MAX_CONNECTIONS", SOCKETS,
                        "TIDINGS_LIVE_MAX_PER_USER", SOCKETS,
                        "TIDINGS_LIVE_MAX_PER_ADDRESS", SOCKETS,
                        "TIDINGS_LIVE_MESSAGES_PER_USER", MESSAGES,
                        "TIDINGS_LIVE_MESSAGES_PER_ADDRESS", MESSAGES,
                        // A client waits for the other side's turn.
                        "TIDINGS_HTTP_IDLE_TIMEOUT", "1h"),
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

    @Override
    public Memory memory() throws IOException {
        // What is only freed by what the first collection found is gone after the second.
        liveHeap();
        double heap = liveHeap();
        return new Memory(heap, ProcessFiles.bytes(child.pid(), "Rss"));
    }

    /** The sum of a histogram of live objects, for which the JVM collects garbage first; the same with every collector. */
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
                .orElseThrow(() -> new IOException("no histogram of the heap: " + lines));
    }

    @Override
    public long openFiles() throws IOException {
        return ProcessFiles.openFiles(child.pid());
    }

    @Override
    public void settle() throws IOException {
        if (name.equals("tidings")) {
            String answer = child.ask(BenchServer.DRAIN);
            if (!answer.equals(BenchServer.DRAINED)) {
                throw new IOException("the server said: " + answer);
            }
        }
    }

    @Override
    public void close() {
        child.close();
    }
}
