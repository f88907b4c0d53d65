package dev.tidings.server;

import static dev.tidings.server.TestService.user;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of a notification that is in the log twice: it reaches the inbox once, even if both records are in one batch. */
class DuplicateRecordTest {
    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock();
    private final CountDownLatch release = new CountDownLatch(1);
    private Log log;
    private TestService tidings;

    @BeforeEach
    void start() {
        tidings = TestService.in(folder)
                .clock(clock)
                .log(real -> {
                    log = real;
                    return new HeldLog(real, release);
                })
                .start();
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    private static LogEntry entry(Notification notification, boolean redelivered) {
        return EnvelopeCodec.entry(new Envelope(notification, Optional.of("bob"), false, redelivered));
    }

    @ParameterizedTest
    @CsvSource({"false, true", "true, false", "true, true"})
    void duplicateRecord_isAddedOnce(boolean first, boolean second) {
        UUID before =
                tidings.service().pipeline().feed().currentPosition(user("bob")).join();
        clock.advance(Duration.ofSeconds(1));
        UUID id = UuidV7.of(clock.millis(), 0, 1);
        Notification notification = new Notification(
                "acme",
                id,
                id,
                "default",
                Priority.NORMAL,
                Set.of(Channel.IN_APP),
                null,
                null,
                "key1",
                null,
                0,
                "{\"to\":{\"user\":\"bob\"},\"title\":\"x\"}".getBytes(UTF_8));
        log.append(List.of(entry(notification, first), entry(notification, second)))
                .join();
        release.countDown();
        tidings.drain();
        assertThat(tidings.service()
                        .pipeline()
                        .feed()
                        .after(user("bob"), before, 10)
                        .join()
                        .items())
                .extracting(item -> item.change().kind(), item -> item.change().notification())
                .containsExactly(tuple("added", id));
        assertThat(tidings.unread("bob")).isEqualTo(1);
    }
}
