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

/** The service as it is, in a process of its own, and a way to ask over its standard input whether all is routed. */
final class BenchServer {
    static final String DRAIN = "drain";
    static final String DRAINED = "drained";

    private BenchServer() {}

    public static void main(String[] arguments) throws IOException {
        Config config = Config.load(Optional.empty(), System.getenv()).config();
        try (Tidings tidings = Tidings.start(config, InstantSource.system());
                BufferedReader commands =
                        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("Tidings is up at " + tidings.url());
            String command;
            while ((command = commands.readLine()) != null) {
                if (command.equals(DRAIN)) {
                    System.out.println(
                            tidings.service().drain(Duration.ofMinutes(10)) ? DRAINED : "not drained in ten minutes");
                }
            }
        }
    }
}
