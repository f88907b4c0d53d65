package dev.tidings.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.config.Config;
import dev.tidings.server.inbox.InboxFilter;
import dev.tidings.server.intake.SendRequest;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.service.Overrides;
import dev.tidings.server.service.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of damaged records in the log: they are quarantined and block no others. */
class PoisonedServiceTest {
    private static final UserKey USER = new UserKey("acme", "zoë");

    @TempDir
    Path folder;

    private final AtomicReference<Log> log = new AtomicReference<>();

    @Test
    void damagedRecord_isQuarantinedAndBlocksNoOther() {
        try (Service service = start()) {
            LogEntry damaged = new LogEntry(
                    new Lane(Stage.ROUTE, Priority.NORMAL), USER.partition(), USER.tenant(), new byte[] {1, 2, 3});
            log.get().append(List.of(damaged, damaged)).join();
            send(service, "after it");
            assertThat(service.drain(Duration.ofSeconds(60))).isTrue();
            assertThat(titles(service)).containsExactly("after it");
        }
        try (Service service = start()) {
            assertThat(service.storage().backlog()).isZero();
            assertThat(log.get().quarantined(Stage.ROUTE, 10)).hasSize(2);
        }
    }

    private Service start() {
        Config config = Config.load(Optional.empty(), Map.of("TIDINGS_DATA_FOLDER", folder.toString()))
                .config();
        return Service.start(config, InstantSource.system(), Overrides.NONE.withLog(opened -> {
            log.set(opened);
            return opened;
        }));
    }

    private static void send(Service service, String title) {
        SendRequest request = service.pipeline()
                .parser()
                .parse(("{\"to\":{\"user\":\"" + USER.user() + "\"},\"title\":\"" + title + "\"}").getBytes(UTF_8));
        service.pipeline()
                .intake()
                .submit(new Sender(USER.tenant(), "key"), request, Optional.empty())
                .join();
    }

    private static List<String> titles(Service service) {
        return service.pipeline().inbox().page(USER, InboxFilter.ALL, 10, Optional.empty()).join().items().stream()
                .map(item -> item.content().title())
                .toList();
    }
}
