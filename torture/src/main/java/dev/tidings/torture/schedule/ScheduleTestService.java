package dev.tidings.torture.schedule;

import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import dev.tidings.server.schedule.SchedulerOptions;
import dev.tidings.server.service.Overrides;
import dev.tidings.tables.ScheduledNotificationRow;
import dev.tidings.torture.service.LateWriteEngine;
import dev.tidings.torture.service.ServiceLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The main class of the Tidings child process in schedule runs: unmodified, broken on purpose, or on Cassandra tables shared with
 * another process.
 */
final class ScheduleTestService {
    static final String PLAIN = "plain";
    static final String ACK_EARLY = "ack-early";
    static final String SHARED = "shared";

    private ScheduleTestService() {}

    public static void main(String[] arguments) throws IOException {
        Config config = Config.load(Optional.empty(), System.getenv()).config();
        Tidings tidings = switch (arguments[0]) {
            case ACK_EARLY ->
                Tidings.start(config, InstantSource.system(), LateWriteEngine.of(ScheduledNotificationRow.TABLE));
            case SHARED -> Tidings.start(config, InstantSource.system(), shared(config, arguments));
            default -> Tidings.start(config, InstantSource.system());
        };
        Files.writeString(
                ownerFile(config.dataFolder()),
                tidings.service().pipeline().scheduler().name());
        ServiceLoop.serve(tidings);
    }

    /** The file with the name under which this process owns shards. */
    static Path ownerFile(Path folder) {
        return folder.resolve("owner");
    }

    private static Overrides shared(Config config, String[] arguments) {
        SchedulerOptions options = SchedulerOptions.shared(
                config.schedule().shards(), config.schedule().maxWaitingPerLane());
        return Overrides.NONE
                .withTables(any -> SharedCassandraTables.open(arguments[1], arguments[2]))
                .withSchedule(options);
    }
}
