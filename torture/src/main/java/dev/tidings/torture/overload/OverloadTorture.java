package dev.tidings.torture.overload;

import dev.tidings.lab.TemporaryFolder;
import dev.tidings.server.cli.Main;
import dev.tidings.torture.TortureCommand;
import dev.tidings.torture.service.ServiceProcess;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/**
 * The run {@code torture overload}: sends more than the service can process. It must refuse the excess, stay within its memory limit,
 * and deliver everything it accepted.
 */
@Command(
        name = "overload",
        description =
                "Send many times more than can be routed, for a minute. The excess is refused with 429 or 503, memory"
                        + " stays bounded, and everything accepted arrives exactly once.")
public final class OverloadTorture implements Callable<Integer> {
    /** Heap, caches and buffers of the service as configured here, plus JVM overhead. */
    private static final long MAX_MEGABYTES = 1_500;

    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseParallelGC");

    @ParentCommand
    private TortureCommand how;

    @Override
    public Integer call() throws Exception {
        try (TemporaryFolder folder = new TemporaryFolder("tidings-torture-overload");
                ServiceProcess service = ServiceProcess.start(
                        folder.path().resolve("data"),
                        JVM,
                        // Small enough to fill up within seconds.
                        Map.of("TIDINGS_LOG_MAX_TENANT_BACKLOG", "100000", "TIDINGS_LOG_MAX_BACKLOG", "200000"),
                        Main.class.getName(),
                        "up")) {
            OverloadRun run = new OverloadRun(service, Duration.ofSeconds(how.quick() ? 15 : 60));
            run.run();
            boolean met = run.accepted() > 0
                    && run.refused() > 0
                    && run.unexpected() == 0
                    && run.arrived() == run.accepted()
                    && run.maxMegabytes() < MAX_MEGABYTES;
            String form = how.json()
                    ? "{\"torture\":\"overload\",\"offered\":%d,\"timesTooMany\":%.1f,\"acked\":%d,\"refused\":%d,"
                            + "\"wrong\":%d,\"arrived\":%d,\"residentMegabytes\":%d,\"met\":%b}%n"
                    : "overload: %,d offered, %.1f times what could be routed; %,d accepted, %,d refused, %d answered"
                            + " otherwise; %,d arrived; %,d MB resident at most, guarantees held: %b%n";
            System.out.printf(
                    Locale.ROOT,
                    form,
                    run.offered(),
                    run.overloadFactor(),
                    run.accepted(),
                    run.refused(),
                    run.unexpected(),
                    run.arrived(),
                    run.maxMegabytes(),
                    met);
            return met ? 0 : 1;
        }
    }
}
