package dev.tidings.server.backup;

/** An archive that can't be written or restored: the message names the file and what was expected. */
public final class ArchiveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ArchiveException(String message) {
        super(message);
    }

    ArchiveException(String message, Throwable cause) {
        super(message, cause);
    }
}
