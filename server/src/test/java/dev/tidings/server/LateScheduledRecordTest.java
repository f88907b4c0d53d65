package dev.tidings.server;

import static dev.tidings.server.TestService.user;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tidings.core.log.LogEntry;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.schedule.SchedulerOptions;
import dev.tidings.server.service.Overrides;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a process that shares the schedule, was paused before it sent a record, and sends it without a mark after its successor did. */
class LateScheduledRecordTest {
    private static final String ONE = "{\"to\":{\"user\":\"bob\"},\"title\":\"x\"}";
    private static final String LIST = "{\"to\":{\"users\":[\"bob\",\"ann\"]},\"title\":\"x\"}";

    @TempDir
    private Path folder;

    private final SteppedClock clock = new SteppedClock();

    @ParameterizedTest
    @ValueSource(strings = {ONE, LIST})
    void recordOfAPausedOwner_hasNoSecondEffect(String request) {
        Overrides shared = Overrides.NONE.withSchedule(SchedulerOptions.shared(1, 1_000));
        try (TestService tidings = new TestService(folder, clock, Map.of(), shared)) {
            UUID before = tidings.service()
                    .pipeline()
                    .feed()
                    .currentPosition(user("bob"))
                    .join();
            clock.advance(Duration.ofSeconds(1));
            UUID id = UuidV7.of(clock.millis() - Duration.ofHours(1).toMillis(), 0, 1);
            LogEntry entry = entry(id, request);

            append(tidings, entry);
            clock.advance(Duration.ofSeconds(10));
            append(tidings, entry);

            assertThat(tidings.service()
                            .pipeline()
                            .feed()
                            .after(user("bob"), before, 10)
                            .join()
                            .items())
                    .extracting(
                            item -> item.change().kind(), item -> item.change().notification())
                    .containsExactly(tuple("added", id));
            assertThat(tidings.unread("bob")).isEqualTo(1);
        }
    }

    private static void append(TestService tidings, LogEntry entry) {
        tidings.service().storage().log().append(List.of(entry)).join();
        tidings.drain();
    }

    private LogEntry entry(UUID id, String request) {
        Notification n = new Notification(
                "acme",
                id,
                UuidV7.derived(clock.instant(), id),
                "default",
                Priority.NORMAL,
                Set.of(Channel.IN_APP),
                null,
                null,
                "key1",
                null,
                0,
                request.getBytes(UTF_8));
        Optional<String> user = request.equals(ONE) ? Optional.of("bob") : Optional.empty();
        return EnvelopeCodec.entry(new Envelope(n, user, false, false));
    }
}
