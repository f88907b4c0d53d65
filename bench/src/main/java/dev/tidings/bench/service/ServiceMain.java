package dev.tidings.bench.service;

import dev.tidings.server.Tidings;
import java.io.IOException;

/** The inside of a {@link ServiceProcess} that is not started by the ordinary command line. */
public final class ServiceMain {
    private ServiceMain() {}

    /** Says where it is up, and ends with whoever started it. */
    public static void serve(Tidings tidings) throws IOException {
        System.out.println("Tidings is up at " + tidings.url());
        Runtime.getRuntime().addShutdownHook(new Thread(tidings::close, "shutdown"));
        while (System.in.read() >= 0) {
            // Nothing is ever said here; only its end counts.
        }
        System.exit(0);
    }
}
