package dev.tidings.server.backup;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of a backup that was requested of a running server.
 *
 * @param startedAt what was acknowledged before is in the backup
 * @param bytes the size of its files; 0 until it is complete
 */
public record BackupStatus(
        String name, Path folder, State state, Instant startedAt, long bytes, Optional<String> problem) {
    /** Its progress. */
    public enum State {
        RUNNING("running"),
        COMPLETE("complete"),
        FAILED("failed");

        private final String wire;

        State(String wire) {
            this.wire = wire;
        }

        public String wire() {
            return wire;
        }
    }

    static BackupStatus running(String name, Path folder, Instant startedAt) {
        return new BackupStatus(name, folder, State.RUNNING, startedAt, 0, Optional.empty());
    }

    static BackupStatus complete(String name, Archive archive) {
        Manifest manifest = archive.manifest();
        return new BackupStatus(
                name, archive.folder(), State.COMPLETE, manifest.takenAt(), manifest.bytes(), Optional.empty());
    }

    BackupStatus failed(String problem) {
        return new BackupStatus(name, folder, State.FAILED, startedAt, 0, Optional.of(problem));
    }
}
