package dev.tidings.bench.service;

import dev.tidings.bench.Comparison;
import dev.tidings.bench.ComparisonResult;
import dev.tidings.bench.NotMeasured;
import dev.tidings.bench.NumberSequence;
import dev.tidings.bench.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/**
 * Compares the service with an inbox in PostgreSQL, a common alternative. Both sides do the same work, Tidings through its whole API,
 * PostgreSQL directly over JDBC.
 */
final class PeerBench {
    private static final ComparisonResult.BenchCase POST = peer("service.peer.post", "notif/s", 3.0);
    private static final ComparisonResult.BenchCase BATCH = peer("service.peer.batch", "notif/s", 0);
    private static final ComparisonResult.BenchCase PAGE = peer("service.peer.page", "pages/s", 0);
    private static final ComparisonResult.BenchCase READ = peer("service.peer.read", "pages/s", 0);
    private static final ComparisonResult.BenchCase UNREAD = peer("service.peer.unread", "counts/s", 0);
    private static final ComparisonResult.BenchCase MARK = peer("service.peer.mark", "marks/s", 0);

    private final Report report;
    private final boolean quick;
    private final ServerAndClient ours;
    private final NumberSequence numbers;

    /** One round of one side: a number of operations, starting at this number. */
    private interface Work {
        double run(long first, long count) throws Exception;
    }

    PeerBench(Report report, boolean quick, ServerAndClient ours, NumberSequence numbers) {
        this.report = report;
        this.quick = quick;
        this.ours = ours;
        this.numbers = numbers;
    }

    /** @param target 0 for information only */
    private static ComparisonResult.BenchCase peer(String name, String unit, double target) {
        return new ComparisonResult.BenchCase("service", name, unit, "postgresql", target);
    }

    void run(Path folder) throws Exception {
        try (PostgresInbox postgres = new PostgresInbox(folder)) {
            int count = quick ? 20_000 : 50_000;
            int stored = quick ? 200_000 : 500_000;
            postgres.batch(0, stored); // warm-up, and something to read
            writes(POST, postgres, count, (first, n) -> ours.runAndRoute("post", n, first), postgres::post);
            writes(BATCH, postgres, 4 * count, (first, n) -> ours.runAndRoute("batch", n, first), postgres::batch);
            postgres.settle();
            reads(PAGE, postgres, count, "page", postgres::page);
            reads(READ, postgres, count, "read", postgres::page);
            reads(UNREAD, postgres, count, "unread", postgres::unread);
            marks(postgres, quick ? 4_000 : 20_000);
        } catch (IOException | SQLException | IllegalStateException e) {
            for (ComparisonResult.BenchCase missing : List.of(POST, BATCH, PAGE, READ, UNREAD, MARK)) {
                report.add(new NotMeasured(missing, String.valueOf(e.getMessage())));
            }
        }
    }

    private void writes(ComparisonResult.BenchCase measured, PostgresInbox postgres, int count, Work our, Work their)
            throws Exception {
        Comparison comparison = comparison(postgres);
        for (int round = 0; round < rounds(); round++) {
            long first = numbers.reserve(count);
            comparison.round(() -> our.run(first, count), () -> their.run(first, count));
        }
        report.add(comparison.result(measured));
    }

    private void reads(ComparisonResult.BenchCase measured, PostgresInbox postgres, int count, String what, Work their)
            throws Exception {
        Comparison comparison = comparison(postgres);
        ours.run(what, SampleNotifications.USERS, 0);
        for (int round = 0; round < rounds(); round++) {
            long first = SampleNotifications.USERS + round * (long) count;
            comparison.round(() -> ours.run(what, count, first), () -> their.run(first, count));
        }
        report.add(comparison.result(measured));
    }

    /** Marks the newest items of some users as read, each with its own call and commit. The items are collected before the measurement. */
    private void marks(PostgresInbox postgres, int count) throws Exception {
        Comparison comparison = comparison(postgres);
        long users = count / LoadClient.PAGE;
        for (int round = 0; round < rounds(); round++) {
            ours.run("collect", users, round * users);
            postgres.collect(round * users, users);
            comparison.round(() -> ours.run("mark", count, 0), () -> postgres.mark(count));
        }
        report.add(comparison.result(MARK));
    }

    private Comparison comparison(PostgresInbox postgres) {
        return new Comparison(ours.server()::cpuSeconds, postgres::cpuSeconds);
    }

    /** An even number, so that each side goes first equally often. */
    private int rounds() {
        return quick ? 4 : 6;
    }
}
