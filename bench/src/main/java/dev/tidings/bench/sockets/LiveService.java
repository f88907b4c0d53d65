package dev.tidings.bench.sockets;

import dev.tidings.server.Service;
import dev.tidings.server.Tidings;
import dev.tidings.server.config.Config;
import dev.tidings.server.schedule.Scheduler;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
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

/** A Tidings in a process of its own that is gone when the run is: as it is, or broken on purpose. */
final class LiveService {
    static final String PLAIN = "plain";
    static final String LATE_FEED = "late-feed";

    /** Everybody comes from one address here, and some users have many screens. */
    static final Map<String, String> ROOMY = Map.of(
            "TIDINGS_HTTP_MAX_CONNECTIONS", "15000",
            "TIDINGS_LIVE_MAX_CONNECTIONS", "15000",
            "TIDINGS_LIVE_MAX_PER_ADDRESS", "15000",
            "TIDINGS_LIVE_MAX_PER_USER", "1000");

    private LiveService() {}

    public static void main(String[] arguments) throws IOException {
        Config config = Config.load(Optional.empty(), System.getenv()).config();
        Tidings tidings = arguments[0].equals(LATE_FEED)
                ? Tidings.start(config, InstantSource.system(), lateFeed(config))
                : Tidings.start(config, InstantSource.system());
        noteDirectMemory(config.dataFolder());
        System.out.println("Tidings is up at " + tidings.url());
        Runtime.getRuntime().addShutdownHook(new Thread(tidings::close, "shutdown"));
        while (System.in.read() >= 0) {
            // Nothing is ever said here; only its end counts.
        }
        System.exit(0);
    }

    /** Direct memory that this process holds: nobody outside can see it. */
    static Path directFile(Path folder) {
        return folder.resolve("direct-memory");
    }

    private static void noteDirectMemory(Path folder) {
        Path noted = directFile(folder);
        Path next = folder.resolve("direct-memory.next");
        Thread thread = new Thread(
                () -> {
                    try {
                        while (true) {
                            Files.writeString(next, Long.toString(directMemory()));
                            Files.move(next, noted, StandardCopyOption.ATOMIC_MOVE);
                            TimeUnit.MILLISECONDS.sleep(200);
                        }
                    } catch (IOException | InterruptedException over) {
                        // The folder is gone, and soon this process.
                    }
                },
                "note-direct-memory");
        thread.setDaemon(true);
        thread.start();
    }

    /** Netty may take it with or without the JVM counting it. */
    private static long directMemory() {
        long counted = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return Math.max(counted, PlatformDependent.usedDirectMemory());
    }

    private static Service.Tables lateFeed(Config config) {
        Scheduler.Options options = Scheduler.Options.alone(
                config.schedule().shards(), config.schedule().ahead());
        return new Service.Tables(() -> new LateFeed(rocks(config.dataFolder())), options);
    }

    private static Engine rocks(Path folder) {
        return RocksEngine.open(RocksConfig.in(folder.resolve("tables")), TidingsSchema.SCHEMA);
    }
}
