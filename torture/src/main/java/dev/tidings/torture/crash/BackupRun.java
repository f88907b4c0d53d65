package dev.tidings.torture.crash;

import dev.tidings.server.backup.Archive;
import dev.tidings.server.cli.Main;
import dev.tidings.torture.service.ServiceProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Takes a backup of a service under load, a quarter of which is scheduled for a moment later, restores it, and compares the restored
 * service with what was acknowledged before the backup began.
 */
final class BackupRun implements AutoCloseable {
    private static final int USERS = 20;
    private static final int MIN_ACKED = 300;
    private static final Duration DELAY = Duration.ofMillis(500);
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Path folder;
    private final boolean tablesFirst;
    private final Random random;
    private final AckLedger ledger;
    private final LedgerCheck check;
    private long acked;

    /** @param tablesFirst breaks it on purpose: restores tables that were copied before the rest */
    BackupRun(Path folder, boolean tablesFirst, Random random) throws IOException {
        this.folder = folder;
        this.tablesFirst = tablesFirst;
        this.random = random;
        this.ledger = new AckLedger(folder.resolve("ledger"));
        this.check = new LedgerCheck("backup", tablesFirst ? Duration.ofSeconds(2) : TIMEOUT, random);
    }

    /** Notifications that were acked before a backup began. */
    long acked() {
        return acked;
    }

    LedgerCheck check() {
        return check;
    }

    void cycle(int number) throws IOException, InterruptedException {
        List<String> users =
                IntStream.range(0, USERS).mapToObj(i -> "u" + number + "_" + i).toList();
        Map<String, AckLedger.Acked> before = new TreeMap<>();
        Path data = folder.resolve("restored" + number);
        try (ServiceProcess service = start(folder.resolve("data"))) {
            CrashApi api = new CrashApi(service);
            CrashLoad load = new CrashLoad(api, ledger, users, "b" + number + "_", Optional.of(DELAY)).start();
            awaitAcked(MIN_ACKED + random.nextInt(MIN_ACKED));
            Path early = tablesFirst ? api.backup("early" + number) : null;
            awaitAcked(tablesFirst ? MIN_ACKED : 1);
            users.forEach(user -> before.put(user, ledger.acked(user)));
            Path archive = api.backup("b" + number);
            service.kill();
            load.await();
            Archive.in(archive).restore(data, Optional.empty());
            if (tablesFirst) {
                useTablesOf(early, data);
            }
        }
        Files.copy(folder.resolve("data/development-key"), data.resolve("development-key"));
        try (ServiceProcess service = start(data)) {
            CrashApi api = new CrashApi(service);
            for (String user : users) {
                check.verify(api, user, before.get(user));
                acked += before.get(user).ids().size();
            }
        }
    }

    private void awaitAcked(int more) throws InterruptedException {
        int enough = ledger.size() + more;
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        while (ledger.size() < enough && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
    }

    private void useTablesOf(Path archive, Path data) throws IOException {
        Path early = data.resolveSibling(data.getFileName() + "-early");
        Archive.in(archive).restore(early, Optional.empty());
        Files.move(data.resolve("tables"), data.resolveSibling(data.getFileName() + "-unused"));
        Files.move(early.resolve("tables"), data.resolve("tables"));
    }

    private ServiceProcess start(Path data) throws IOException {
        Map<String, String> settings =
                Map.of("TIDINGS_BACKUP_FOLDER", folder.resolve("backups").toString());
        return ServiceProcess.start(data, JVM, settings, Main.class.getName(), "up");
    }

    @Override
    public void close() throws IOException {
        ledger.close();
    }
}
