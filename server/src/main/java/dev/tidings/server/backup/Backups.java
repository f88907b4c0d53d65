package dev.tidings.server.backup;

import dev.tidings.server.config.Config;
import dev.tidings.server.storage.Storage;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes backups of an open storage into the configured folder, one at a time, each under a name. */
public final class Backups implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Backups.class);
    private static final DateTimeFormatter NAME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS'Z'").withZone(ZoneOffset.UTC);

    private final Storage storage;
    private final Path folder;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> {
        Thread daemon = new Thread(work, "backup");
        daemon.setDaemon(true);
        return daemon;
    });
    /** The backup that was started last; null before the first. */
    private BackupStatus last;

    public Backups(Config config, Storage storage) {
        this.storage = storage;
        this.folder = config.backup().folder().toAbsolutePath().normalize();
    }

    /** A name for a backup that starts now. */
    public String newName() {
        return NAME.format(storage.clock().instant());
    }

    /** Takes a backup and waits for it. */
    public BackupStatus take(String name) {
        Instant startedAt = now();
        storage.snapshots().take(snapshot -> Archive.write(snapshot, folder.resolve(name), startedAt));
        return BackupStatus.complete(name, Archive.in(folder.resolve(name)));
    }

    /** Starts a backup in the background; empty if one is running, or there is one of that name. */
    public synchronized Optional<BackupStatus> start(String name) {
        if (isRunning() || Archive.in(folder.resolve(name)).exists()) {
            return Optional.empty();
        }
        BackupStatus running = BackupStatus.running(name, folder.resolve(name), now());
        last = running;
        thread.execute(() -> run(running));
        return Optional.of(running);
    }

    private void run(BackupStatus running) {
        BackupStatus result;
        try {
            result = take(running.name());
        } catch (RuntimeException | Error e) {
            if (thread.isShutdown()) {
                log.warn("backup {} was aborted, because the server stops", running.name());
            } else {
                log.error("backup {} failed", running.name(), e);
            }
            result = running.failed(e.getMessage());
        }
        synchronized (this) {
            last = result;
        }
    }

    public synchronized boolean isRunning() {
        return last != null && last.state() == BackupStatus.State.RUNNING;
    }

    /** A backup that was started since the server runs, or that is complete in the folder. */
    public synchronized Optional<BackupStatus> find(String name) {
        if (last != null && last.name().equals(name)) {
            return Optional.of(last);
        }
        Archive archive = Archive.in(folder.resolve(name));
        return archive.exists() ? Optional.of(BackupStatus.complete(name, archive)) : Optional.empty();
    }

    private Instant now() {
        return storage.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    }

    /** Aborts a backup in flight, which leaves no archive. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(5, TimeUnit.MINUTES)) {
                log.error("a backup is still running after close()");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
