package dev.tidings.bench.lanes;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.bench.BenchCommand;
import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.Report;
import dev.tidings.core.model.UserKey;
import dev.tidings.lab.TemporaryFolder;
import dev.tidings.server.config.Config;
import dev.tidings.server.inbox.InboxFilter;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.server.service.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/**
 * Measures the latency from request to inbox behind a backlog of a million bulk notifications: for a critical notification of the same
 * tenant and a normal one of another tenant. The reference is the same service when idle.
 */
@Command(
        name = "lanes",
        description = "Latency to the inbox of a critical notification, and of another tenant's, behind a backlog of a"
                + " million bulk notifications, against an idle service.")
public final class LanesBench implements Callable<Integer> {
    private static final String FLOODING = "flooding";
    private static final int BATCH = 10_000;
    /** At most five times as long as on an idle service. */
    private static final double TARGET = 0.2;

    private static final ComparisonResult.BenchCase CRITICAL =
            new ComparisonResult.BenchCase("lanes", "lanes.critical", "per s", "idle service", TARGET);
    private static final ComparisonResult.BenchCase OTHER_TENANT =
            new ComparisonResult.BenchCase("lanes", "lanes.otherTenant", "per s", "idle service", TARGET);

    @ParentCommand
    private BenchCommand how;

    private Service service;
    private int count;

    @Override
    public Integer call() throws Exception {
        Report report = new Report(how);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-bench-lanes")) {
            service = Service.start(config(folder.path().resolve("data")), InstantSource.system());
            try {
                measure(report);
            } finally {
                service.close();
            }
        }
        return report.exitCode();
    }

    private static Config config(Path folder) {
        return Config.load(Optional.empty(), Map.of("TIDINGS_DATA_FOLDER", folder.toString()))
                .config();
    }

    private void measure(Report report) {
        int samples = how.quick() ? 50 : 400;
        flood(how.quick() ? 50_000 : 200_000); // warm-up
        service.drain(Duration.ofMinutes(5));
        latencies(FLOODING, "critical", samples);
        List<Double> idle = latencies(FLOODING, "critical", samples);
        flood(how.quick() ? 400_000 : 1_000_000);
        List<Double> critical = latencies(FLOODING, "critical", samples);
        List<Double> other = latencies("quiet", "normal", samples);
        if (service.storage().backlog() == 0) {
            throw new IllegalStateException("the backlog was gone before the measurement was over");
        }
        report.add(result(CRITICAL, critical, idle));
        report.add(result(OTHER_TENANT, other, idle));
    }

    /** Reports rates, so that higher is better: how many such notifications could follow one another in a second. */
    private static ComparisonResult result(
            ComparisonResult.BenchCase measured, List<Double> loaded, List<Double> idle) {
        double ratio = median(idle) / median(loaded);
        double low = idle.get(idle.size() / 2) / loaded.get(loaded.size() * 95 / 100);
        double high = idle.get(idle.size() / 2) / loaded.get(loaded.size() * 5 / 100);
        return new ComparisonResult(measured, 1 / median(loaded), 1 / median(idle), ratio, low, high, 0, 0);
    }

    private void flood(int notifications) {
        for (int sent = 0; sent < notifications; sent += BATCH) {
            List<SendRequest> requests = new ArrayList<>(BATCH);
            for (int i = 0; i < BATCH; i++) {
                requests.add(request("flooded" + (sent + i) % 100_000, "bulk"));
            }
            service.pipeline()
                    .intake()
                    .submitAll(new Sender(FLOODING, "bench"), requests)
                    .join();
        }
    }

    /** Sorted latencies from the request to the inbox, in seconds. */
    private List<Double> latencies(String tenant, String priority, int samples) {
        List<Double> seconds = new ArrayList<>();
        for (int i = 0; i < samples; i++) {
            UserKey user = new UserKey(tenant, "waiting" + count++);
            long start = System.nanoTime();
            SubmitResult answer = service.pipeline()
                    .intake()
                    .submit(new Sender(tenant, "bench"), request(user.user(), priority), Optional.empty())
                    .join();
            if (!(answer instanceof SubmitResult.Accepted)) {
                throw new IllegalStateException("not accepted: " + answer);
            }
            while (service.pipeline()
                    .inbox()
                    .page(user, InboxFilter.ALL, 1, Optional.empty())
                    .join()
                    .items()
                    .isEmpty()) {
                LockSupport.parkNanos(100_000);
            }
            seconds.add((System.nanoTime() - start) / 1e9);
        }
        Collections.sort(seconds);
        return seconds;
    }

    private static double median(List<Double> sorted) {
        return sorted.get(sorted.size() / 2);
    }

    private SendRequest request(String user, String priority) {
        String json = "{\"to\":{\"user\":\"" + user + "\"},\"title\":\"Hello\",\"body\":\"" + "x".repeat(150)
                + "\",\"priority\":\"" + priority + "\"}";
        return service.pipeline().parser().parse(json.getBytes(UTF_8));
    }
}
