package dev.tidings.bench.service;

import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** The main class of the child process with the unmodified service. A command on standard input waits until its log is drained. */
public final class BenchServer {
    public static final String DRAIN = "drain";
    public static final String DRAINED = "drained";

    private static final String UP = "Tidings is up at ";

    private BenchServer() {}

    /** The URL in its first line of output. */
    public static String url(String firstLine) {
        return firstLine.replace(UP, "");
    }

    public static void main(String[] arguments) throws IOException {
        Config config = Config.load(Optional.empty(), System.getenv()).config();
        try (Tidings tidings = Tidings.start(config, InstantSource.system());
                BufferedReader commands =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println(UP + tidings.url());
            String command;
            while ((command = commands.readLine()) != null) {
                if (command.equals(DRAIN)) {
                    System.out.println(
                            tidings.service().drain(Duration.ofMinutes(10))
                                    ? DRAINED
                                    : "not drained within ten minutes");
                }
            }
        }
    }
}
