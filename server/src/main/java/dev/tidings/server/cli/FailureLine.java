package dev.tidings.server.cli;

import dev.tidings.client.ConnectionException;
import dev.tidings.client.InvalidResponseException;
import dev.tidings.client.ProblemException;
import java.nio.file.FileSystemException;
import javax.net.ssl.SSLException;

/** Formats the exception of a failed command as one line for standard error. */
final class FailureLine {

    private FailureLine() {}

    static String of(Throwable failure) {
        String message = message(failure);
        if (message == null || message.isBlank()) {
            return failure.getClass().getSimpleName();
        }
        String line = message.strip().replaceAll("\\s*\\R\\s*", " ");
        return isExplanatory(failure, line) ? line : failure.getClass().getSimpleName() + ": " + line;
    }

    /** Failures of the client, in terms of the command line. */
    private static String message(Throwable failure) {
        if (failure instanceof ProblemException refused) {
            return refused.problem().explanation();
        }
        if (failure instanceof ConnectionException unreachable && isInsecure(unreachable)) {
            return "no secure connection to " + unreachable.server() + ": "
                    + unreachable.getCause().getMessage();
        }
        if (failure instanceof ConnectionException unreachable) {
            return "Tidings is not reachable at " + unreachable.server() + "; start it with './tidings up'";
        }
        boolean redirected = failure instanceof InvalidResponseException invalid && invalid.status() / 100 == 3;
        return redirected ? failure.getMessage() + " with --url" : failure.getMessage();
    }

    /** Whether there is a server, whose certificate is not trusted or that does not use TLS. */
    private static boolean isInsecure(ConnectionException failure) {
        return failure.getCause() instanceof SSLException;
    }

    /** A single word or path names the object but not the error; then the name of the exception is added. */
    private static boolean isExplanatory(Throwable failure, String line) {
        return line.contains(" ") && !(failure instanceof FileSystemException);
    }
}
