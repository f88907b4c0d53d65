package dev.tidings.server.cli;

import java.nio.file.FileSystemException;

/** Formats the exception of a failed command as one line for standard error. */
final class FailureLine {

    private FailureLine() {}

    static String of(Throwable failure) {
        String message = failure.getMessage();
        if (message == null || message.isBlank()) {
            return failure.getClass().getSimpleName();
        }
        String line = message.strip().replaceAll("\\s*\\R\\s*", " ");
        return isExplanatory(failure, line) ? line : failure.getClass().getSimpleName() + ": " + line;
    }

    /** A single word or path names the object but not the error; then the name of the exception is added. */
    private static boolean isExplanatory(Throwable failure, String line) {
        return line.contains(" ") && !(failure instanceof FileSystemException);
    }
}
