package dev.tidings.bench.service;

import dev.tidings.bench.BenchCommand;
import dev.tidings.bench.Comparison;
import dev.tidings.bench.NotMeasured;
import dev.tidings.bench.Report;
import dev.tidings.bench.Result;
import dev.tidings.bench.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** What the service does through its API, against the same server with nothing behind it and against the bare store. */
@Command(
        name = "service",
        description =
                "The whole service over HTTP: single requests, batches and inbox pages, against the same server that"
                        + " stores nothing and against bare RocksDB.")
public final class ServiceBench implements Callable<Integer> {
    private static final int CONNECTIONS = 256;
    private static final List<String> SERVER_JVM = List.of("-Xmx1g", "-XX:+UseParallelGC");
    private static final List<String> CLIENT_JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");

    private static final Result.Case POST =
            new Result.Case("service", "service.post", "notif/s", "storing nothing", 0.40);
    private static final Result.Case BATCH =
            new Result.Case("service", "service.batch", "notif/s", "bare rocksdb", 0.40);
    private static final Result.Case PAGE =
            new Result.Case("service", "service.page", "pages/s", "storing nothing", 0.60);

    private static final Result.Case PEER_POST = peer("service.peer.post", "notif/s", 3.0);
    private static final Result.Case PEER_BATCH = peer("service.peer.batch", "notif/s", 0);
    private static final Result.Case PEER_PAGE = peer("service.peer.page", "pages/s", 0);
    private static final Result.Case PEER_UNREAD = peer("service.peer.unread", "counts/s", 0);

    @ParentCommand
    private BenchCommand how;

    private long next;

    /** @param target 0 for what is only to be known */
    private static Result.Case peer(String name, String unit, double target) {
        return new Result.Case("service", name, unit, "postgresql", target);
    }

    /** A server and the client that loads it. */
    private record Pair(Child server, Child client) implements AutoCloseable {
        double run(String what, long count, long first) throws IOException {
            String answer = client.ask(what + " " + count + " " + first);
            if (!answer.equals("done")) {
                throw new IOException("the load client said: " + answer);
            }
            return count;
        }

        /** The clock of whoever sends stops when all of it is routed. */
        double runAndRoute(String what, long count, long first) throws IOException {
            run(what, count, first);
            String answer = server.ask(BenchServer.DRAIN);
            if (!answer.equals(BenchServer.DRAINED)) {
                throw new IOException("the server said: " + answer);
            }
            return count;
        }

        @Override
        public void close() {
            client.close();
            server.close();
        }
    }

    @Override
    public Integer call() throws Exception {
        Report report = new Report(how);
        try (TemporaryFolder folder = new TemporaryFolder("tidings-bench-service");
                Pair ours = start(folder.path().resolve("ours"), BenchServer.class);
                Pair nothing = start(folder.path().resolve("nothing"), StoringNothing.class);
                BareRows bare = new BareRows(folder.path().resolve("bare"))) {
            warmUp(ours, nothing);
            long written = ours.server().written();
            long before = next;
            posts(report, ours, nothing);
            batches(report, ours, bare);
            System.out.printf(
                    Locale.ROOT,
                    "                             %,d bytes written for each notification, %,d MB resident%n",
                    (ours.server().written() - written) / Math.max(1, next - before),
                    ours.server().residentKilobytes() / 1024);
            pages(report, ours, nothing);
            peer(report, ours, folder.path().resolve("postgres"));
        }
        return report.exitCode();
    }

    private static Pair start(Path folder, Class<?> main) throws IOException {
        Child server = new Child(
                SERVER_JVM,
                Map.of(
                        "TIDINGS_DATA_FOLDER", folder.toString(),
                        "TIDINGS_HTTP_PORT", "0",
                        // A client waits for the other side's turn.
                        "TIDINGS_HTTP_IDLE_TIMEOUT", "1h"),
                main.getName());
        String url = server.firstLine().replace("Tidings is up at ", "");
        String key = Files.readString(folder.resolve("development-key")).trim();
        Child client =
                new Child(CLIENT_JVM, Map.of(), LoadClient.class.getName(), url, key, Integer.toString(CONNECTIONS));
        return new Pair(server, client);
    }

    private void warmUp(Pair ours, Pair nothing) throws IOException {
        int count = how.quick() ? 60_000 : 200_000;
        for (Pair pair : List.of(ours, nothing)) {
            pair.run("post", count, take(count));
            pair.run("batch", 2 * count, take(2 * count));
            pair.run("page", count / 4, 0);
        }
        ours.runAndRoute("post", count, take(count));
    }

    private void posts(Report report, Pair ours, Pair nothing) throws Exception {
        Comparison comparison = new Comparison(ours.server()::cpuSeconds, nothing.server()::cpuSeconds);
        int count = how.quick() ? 40_000 : 200_000;
        for (int round = 0; round < rounds(); round++) {
            long first = take(count);
            comparison.round(() -> ours.runAndRoute("post", count, first), () -> nothing.run("post", count, first));
        }
        report.add(comparison.result(POST));
    }

    private void batches(Report report, Pair ours, BareRows bare) throws Exception {
        Comparison comparison = new Comparison(ours.server()::cpuSeconds, Comparison::cpuSeconds);
        int count = how.quick() ? 50_000 : 200_000;
        for (int round = 0; round < rounds(); round++) {
            long first = take(count);
            List<BareRows.Rows> rows = BareRows.rows(first, count);
            comparison.round(() -> ours.runAndRoute("batch", count, first), () -> bare.write(rows));
        }
        report.add(comparison.result(BATCH));
    }

    private void pages(Report report, Pair ours, Pair nothing) throws Exception {
        Comparison comparison = new Comparison(ours.server()::cpuSeconds, nothing.server()::cpuSeconds);
        int count = how.quick() ? 20_000 : 100_000;
        for (int round = 0; round < rounds(); round++) {
            long first = round * (long) count;
            comparison.round(() -> ours.run("page", count, first), () -> nothing.run("page", count, first));
        }
        report.add(comparison.result(PAGE));
    }

    /** Both sides do the same, ours through the whole API, PostgreSQL without anything in front. */
    private void peer(Report report, Pair ours, Path folder) throws Exception {
        try (PostgresPeer postgres = new PostgresPeer(folder)) {
            int count = how.quick() ? 20_000 : 100_000;
            postgres.batch(take(count), count); // warm-up, and something to read
            peer(report, PEER_POST, ours, postgres, count, (first, n) -> postgres.post(first, n));
            peer(report, PEER_BATCH, ours, postgres, 2 * count, (first, n) -> postgres.batch(first, n));
            peer(report, PEER_PAGE, ours, postgres, count, (first, n) -> postgres.page(first, n));
            peer(report, PEER_UNREAD, ours, postgres, count, (first, n) -> postgres.unread(first, n));
        } catch (IOException | SQLException | IllegalStateException e) {
            for (Result.Case missing : List.of(PEER_POST, PEER_BATCH, PEER_PAGE, PEER_UNREAD)) {
                report.add(new NotMeasured(missing, String.valueOf(e.getMessage())));
            }
        }
    }

    /** So many units of work, the first of which has this number. */
    private interface PeerWork {
        double run(long first, long count) throws Exception;
    }

    private void peer(Report report, Result.Case measured, Pair ours, PostgresPeer postgres, int count, PeerWork work)
            throws Exception {
        Comparison comparison = new Comparison(ours.server()::cpuSeconds, postgres::cpuSeconds);
        String what = measured.name().substring(measured.name().lastIndexOf('.') + 1);
        boolean writes = what.equals("post") || what.equals("batch");
        for (int round = 0; round < rounds(); round++) {
            long first = writes ? take(count) : round * (long) count;
            comparison.round(
                    () -> writes ? ours.runAndRoute(what, count, first) : ours.run(what, count, first),
                    () -> work.run(first, count));
        }
        report.add(comparison.result(measured));
    }

    private long take(long count) {
        long first = next;
        next += count;
        return first;
    }

    /** An even number, so that each side goes first as often. */
    private int rounds() {
        return how.quick() ? 4 : 10;
    }
}
