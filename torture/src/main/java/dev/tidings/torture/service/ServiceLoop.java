package dev.tidings.torture.service;

import dev.tidings.server.Tidings;
import java.io.IOException;

/**
 * The main loop shared by the modified services of torture runs: prints the URL that {@link ServiceProcess} waits for, and exits when
 * the parent closes standard input.
 */
public final class ServiceLoop {
    private ServiceLoop() {}

    /** Prints the URL of the service, and exits when the parent process closes standard input. */
    public static void serve(Tidings tidings) throws IOException {
        System.out.println("Tidings is up at " + tidings.url());
        Runtime.getRuntime().addShutdownHook(new Thread(tidings::close, "shutdown"));
        while (System.in.read() >= 0) {
            // There are no commands; only the end of the stream counts.
        }
        System.exit(0);
    }
}
