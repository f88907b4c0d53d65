package dev.tidings.torture.live;

import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import dev.tidings.tables.InboxFeedRow;
import dev.tidings.torture.service.LateWriteEngine;
import dev.tidings.torture.service.ServiceLoop;
import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The main class of the Tidings child process in live runs, unmodified or broken on purpose. Publishes its direct memory in a file. */
final class LiveTestService {
    static final String PLAIN = "plain";
    static final String LATE_FEED = "late-feed";

    /** Raised limits: all clients share one address, and some users have many devices. */
    static final Map<String, String> RAISED_LIMITS = Map.of(
            "TIDINGS_HTTP_MAX_CONNECTIONS", "15000",
            "TIDINGS_HTTP_MAX_CONNECTIONS_PER_ADDRESS", "15000",
            "TIDINGS_LIVE_MAX_CONNECTIONS", "15000",
            "TIDINGS_LIVE_MAX_PER_ADDRESS", "15000",
            "TIDINGS_LIVE_MESSAGES_PER_ADDRESS", "100000",
            "TIDINGS_LIVE_MAX_PER_USER", "1000");

    private LiveTestService() {}

    public static void main(String[] arguments) throws IOException {
        Config config = Config.load(Optional.empty(), System.getenv()).config();
        Tidings tidings = arguments[0].equals(LATE_FEED)
                ? Tidings.start(config, InstantSource.system(), LateWriteEngine.of(InboxFeedRow.TABLE))
                : Tidings.start(config, InstantSource.system());
        publishDirectMemory(config.dataFolder());
        ServiceLoop.serve(tidings);
    }

    /** The file in which the process publishes its direct memory, which is not visible from outside. */
    static Path directFile(Path folder) {
        return folder.resolve("direct-memory");
    }

    private static void publishDirectMemory(Path folder) {
        Path published = directFile(folder);
        Path next = folder.resolve("direct-memory.next");
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            Files.writeString(next, Long.toString(directMemory()));
                            Files.move(next, published, StandardCopyOption.ATOMIC_MOVE);
                            TimeUnit.MILLISECONDS.sleep(200);
                        }
                    } catch (IOException | InterruptedException over) {
                        // The folder was deleted; the process is about to end.
                    }
                },
                "publish-direct-memory");
        thread.setDaemon(true);
        thread.start();
    }

    /** The larger of two counts, because Netty may allocate with or without the JVM counting it. */
    private static long directMemory() {
        long counted = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return Math.max(counted, PlatformDependent.usedDirectMemory());
    }
}
