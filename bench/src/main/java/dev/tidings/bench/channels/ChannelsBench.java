package dev.tidings.bench.channels;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.bench.BenchCommand;
import dev.tidings.bench.Comparison;
import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.Figure;
import dev.tidings.bench.Report;
import dev.tidings.bench.service.BarePipeline;
import dev.tidings.bench.service.BareRowWriter;
import dev.tidings.bench.service.OutboundRows;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.lab.TemporaryFolder;
import dev.tidings.server.config.Config;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.server.service.Service;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/**
 * Measures the delivery pipeline from the accepted request to a provider: decision, rendering, provider call and all stored rows. The
 * capture provider answers immediately, so only the cost of Tidings is measured.
 */
@Command(
        name = "channels",
        description =
                "Email notifications from the request to the provider, against bare RocksDB writing the same rows;"
                        + " template rendering against bare Mustache; and bytes allocated per notification.")
public final class ChannelsBench implements Callable<Integer> {
    private static final Sender SENDER = new Sender("default", "bench");
    private static final int BATCH = 1_000;
    private static final int IN_FLIGHT = 4;

    private static final ComparisonResult.BenchCase HANDED =
            new ComparisonResult.BenchCase("channels", "channels.handed", "notifications/s", "bare rocksdb", 0.5);

    /** Reported without a target. The final rows alone leave out the cost of making every intermediate step durable. */
    private static final ComparisonResult.BenchCase HANDED_OVER = new ComparisonResult.BenchCase(
            "channels", "channels.handed-over", "notifications/s", "bare rocksdb with its log", 0);

    @ParentCommand
    private BenchCommand how;

    private Service service;
    private long sent;

    @Override
    public Integer call() throws Exception {
        Report report = new Report(how);
        int rounds = how.quick() ? 3 : 9;
        int count = how.quick() ? 50_000 : 150_000;
        try (TemporaryFolder folder = new TemporaryFolder("tidings-bench-channels");
                BareRowWriter bare = OutboundRows.open(folder.path().resolve("bare"));
                BarePipeline handover = OutboundRows.handover(folder.path().resolve("bare-log"), bare)) {
            service = Service.start(
                    Config.load(
                                    Optional.empty(),
                                    Map.of(
                                            "TIDINGS_DATA_FOLDER",
                                            folder.path().resolve("data").toString()))
                            .config(),
                    InstantSource.system());
            try {
                RenderBench.run(report, service, how.quick());
                addUsers();
                deliver(requests(count));
                bare.write(bare.rows(bare.stored(), count));
                Comparison comparison = new Comparison();
                AllocationMeter allocated = new AllocationMeter();
                for (int round = 0; round < rounds; round++) {
                    List<List<SendRequest>> requests = requests(count);
                    List<BareRowWriter.NotificationRows> rows = bare.rows(bare.stored(), count);
                    comparison.round(() -> allocated.measure(() -> deliver(requests)), () -> bare.write(rows));
                }
                report.add(comparison.result(HANDED));
                report.add(handedOver(bare, handover, rounds, count));
                report.add(new Figure("channels", "channels.allocated", allocated.bytesPerOperation(), "bytes each"));
            } finally {
                service.close();
            }
        }
        return report.exitCode();
    }

    private ComparisonResult handedOver(BareRowWriter bare, BarePipeline handover, int rounds, int count)
            throws Exception {
        Comparison comparison = new Comparison();
        for (int round = 0; round < rounds; round++) {
            List<List<SendRequest>> requests = requests(count);
            List<BareRowWriter.NotificationRows> rows = bare.rows(bare.stored(), count);
            List<BarePipeline.LogRecords> records = OutboundRows.records(bare.stored(), count);
            comparison.round(() -> deliver(requests), () -> handover.write(rows, records));
        }
        return comparison.result(HANDED_OVER);
    }

    private void addUsers() {
        List<UserChange> users = new ArrayList<>();
        for (int n = 0; n < OutboundRows.users(); n++) {
            users.add(new UserChange(
                    "usr_" + n,
                    Optional.of("usr_" + n + "@example.org"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty()));
        }
        for (int from = 0; from < users.size(); from += BATCH) {
            service.users()
                    .contacts()
                    .put(SENDER.tenant(), users.subList(from, Math.min(users.size(), from + BATCH)), "bench")
                    .join();
        }
    }

    /** Parses in advance: the measurement begins with the accepted request. */
    private List<List<SendRequest>> requests(int count) {
        List<List<SendRequest>> batches = new ArrayList<>();
        for (int from = 0; from < count; from += BATCH) {
            List<SendRequest> batch = new ArrayList<>(BATCH);
            for (int i = 0; i < BATCH; i++) {
                batch.add(service.pipeline()
                        .parser()
                        .parse(OutboundRows.request(sent++).getBytes(UTF_8)));
            }
            batches.add(batch);
        }
        return batches;
    }

    /** Submits the requests and returns when the provider has accepted all of them and the outcomes are stored. */
    private double deliver(List<List<SendRequest>> batches) {
        Deque<CompletableFuture<List<SubmitResult>>> inFlight = new ArrayDeque<>();
        double count = 0;
        for (List<SendRequest> batch : batches) {
            inFlight.add(service.pipeline().intake().submitAll(SENDER, batch));
            if (inFlight.size() == IN_FLIGHT) {
                count += accepted(inFlight.remove().join());
            }
        }
        while (!inFlight.isEmpty()) {
            count += accepted(inFlight.remove().join());
        }
        if (!service.drain(Duration.ofMinutes(5))) {
            throw new IllegalStateException(
                    "not delivered within five minutes: " + service.storage().backlog());
        }
        return count;
    }

    private static long accepted(List<SubmitResult> answers) {
        long accepted = answers.stream()
                .filter(answer -> answer instanceof SubmitResult.Accepted)
                .count();
        if (accepted < answers.size()) {
            throw new IllegalStateException("not all were accepted: " + accepted + " of " + answers.size());
        }
        return accepted;
    }
}
