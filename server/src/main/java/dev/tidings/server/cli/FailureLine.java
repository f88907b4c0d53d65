package dev.tidings.server.cli;

import java.nio.file.FileSystemException;

/** A failure on one line. */
final class FailureLine {

    private FailureLine() {}

    static String of(Throwable failure) {
        String message = failure.getMessage();
        if (message == null || message.isBlank()) {
            return failure.getClass().getSimpleName();
        }
        String line = message.strip().replaceAll("\\s*\\R\\s*", " ");
        return speaksForItself(failure, line) ? line : failure.getClass().getSimpleName() + ": " + line;
    }

    /** A lone word or path says what was touched but not what went wrong; the name of the exception does. */
    private static boolean speaksForItself(Throwable failure, String line) {
        return line.contains(" ") && !(failure instanceof FileSystemException);
    }
}
