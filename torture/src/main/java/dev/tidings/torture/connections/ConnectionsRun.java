package dev.tidings.torture.connections;

import dev.tidings.server.cli.Main;
import dev.tidings.torture.RunFindings;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Opens silent connections from one address, then connections that request a large file and don't read it, and makes the calls of an
 * ordinary client from another address before and meanwhile.
 */
final class ConnectionsRun {
    static final RunFindings.Violation UNANSWERED =
            new RunFindings.Violation("unanswered", "calls of another address not answered as before");
    static final RunFindings.Violation NOT_CLOSED =
            new RunFindings.Violation("notClosed", "silent connections not closed");
    static final RunFindings.Violation UNBOUNDED =
            new RunFindings.Violation("unbounded", "times that memory exceeded its limit");

    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");
    private static final String SILENT = "127.0.0.2";
    /** Addresses of clients that don't read; each stays below the limit of an address. */
    private static final List<String> UNREAD = List.of("127.0.0.3", "127.0.0.4", "127.0.0.5");

    private static final Duration CLOSED_WITHIN = Duration.ofSeconds(60);
    private static final Duration SETTLED_AFTER = Duration.ofSeconds(3);
    /** A bounded send buffer, which the kernel doubles, and its overhead. The file has 1.5 MB. */
    private static final long MAX_KERNEL_BYTES_EACH = 256 << 10;

    private static final long MAX_RESIDENT_BYTES_EACH = 64 << 10;
    /** The growth of heap and code while the service warms up. */
    private static final long WARM_UP_BYTES = 200L << 20;

    /**
     * The size of a run.
     *
     * @param calls of the ordinary client, in each phase
     * @param settings options of the service, as variables
     */
    record ConnectionsRunSize(int silent, int unread, int calls, Map<String, String> settings) {
        static final ConnectionsRunSize FULL = new ConnectionsRunSize(10_000, 2_000, 500, Map.of());
        static final ConnectionsRunSize QUICK = new ConnectionsRunSize(10_000, 500, 100, Map.of());
    }

    private final Path folder;
    private final ConnectionsRunSize size;
    private final boolean noLimits;
    private final RunFindings findings = new RunFindings("connections", "anonymous", UNANSWERED, NOT_CLOSED, UNBOUNDED);

    /** @param noLimits whether the service is broken on purpose */
    ConnectionsRun(Path folder, ConnectionsRunSize size, boolean noLimits) {
        this.folder = folder;
        this.size = size;
        this.noLimits = noLimits;
    }

    RunFindings run() throws IOException, InterruptedException {
        try (ServiceProcess service = ServiceProcess.start(folder, JVM, settings(), Main.class.getName(), "up")) {
            OrdinaryClient ordinary = new OrdinaryClient(service, findings);
            ordinary.call(size.calls());
            findings.figure("quietP99Micros", ordinary.call(size.calls()));
            silent(service, ordinary);
            unread(service, ordinary);
        }
        return findings;
    }

    private Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(size.settings());
        if (noLimits) {
            settings.put("TIDINGS_HTTP_MAX_CONNECTIONS_PER_ADDRESS", "1000000");
            settings.put("TIDINGS_HTTP_FIRST_REQUEST_TIMEOUT", "24h");
            settings.put("TIDINGS_HTTP_IDLE_TIMEOUT", "24h");
        }
        return settings;
    }

    private void silent(ServiceProcess service, OrdinaryClient ordinary) throws IOException, InterruptedException {
        try (RawConnections connections = new RawConnections(service.url())) {
            connections.open(SILENT, size.silent());
            findings.attempted("silentConnections", connections.count());
            findings.figure("silentP99Micros", ordinary.call(size.calls()));
            findings.figure("silentAccepted", connections.stillOpen());
            long end = System.nanoTime() + (noLimits ? 0 : CLOSED_WITHIN.toNanos());
            int open = connections.stillOpen();
            while (open > 0 && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(200);
                open = connections.stillOpen();
            }
            if (open > 0) {
                findings.violated(NOT_CLOSED, open + " of " + connections.count() + " still open");
            }
        }
    }

    private void unread(ServiceProcess service, OrdinaryClient ordinary) throws IOException, InterruptedException {
        long kernelBefore = KernelMemory.tcpBytes();
        long residentBefore = service.residentKilobytes() << 10;
        try (RawConnections connections = new RawConnections(service.url())) {
            for (int i = 0; i < UNREAD.size(); i++) {
                int share = size.unread() * (i + 1) / UNREAD.size() - size.unread() * i / UNREAD.size();
                connections.open(UNREAD.get(i), share);
            }
            connections.send("GET /docs/assets/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n");
            int answered = connections.awaitFirstByte(CLOSED_WITHIN);
            findings.attempted("unreadAnswers", answered);
            TimeUnit.MILLISECONDS.sleep(SETTLED_AFTER.toMillis());
            long kernel = KernelMemory.tcpBytes() - kernelBefore;
            long resident = (service.residentKilobytes() << 10) - residentBefore;
            findings.figure("unreadKernelKB", kernel >> 10);
            findings.figure("unreadResidentKB", resident >> 10);
            if (kernel > answered * MAX_KERNEL_BYTES_EACH
                    || resident > answered * MAX_RESIDENT_BYTES_EACH + WARM_UP_BYTES) {
                findings.violated(
                        UNBOUNDED,
                        answered + " unread answers: " + (kernel >> 20) + " MB in the kernel, " + (resident >> 20)
                                + " MB in the process");
            }
            findings.figure("unreadP99Micros", ordinary.call(size.calls()));
        }
    }
}
