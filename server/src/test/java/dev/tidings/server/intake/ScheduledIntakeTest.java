package dev.tidings.server.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.TestService;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.validation.FieldError;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of requests with a send time: each goes into the schedule once, even if calls or responses are lost. */
class ScheduledIntakeTest {
    private static final String IN_AN_HOUR = "{\"to\":{\"user\":\"bob\"},\"title\":\"hello\",\"delay\":\"PT1H\"}";
    private static final Optional<String> KEY = Optional.of("order-1");
    private static final Duration LEASE_AND_MORE = Duration.ofSeconds(31);

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-11-12T13:14:15.161Z"));
    private final RecordingSchedules schedules = new RecordingSchedules();
    private TestService tidings;
    private RocksEngine engine;
    private IdGenerator ids;
    private Intake intake;

    @BeforeEach
    void start() {
        tidings = new TestService(folder.resolve("service"), clock);
        engine = RocksEngine.open(RocksConfig.in(folder.resolve("keys")).withClock(clock), TidingsSchema.SCHEMA);
        ids = new IdGenerator(clock, folder.resolve("id-floor"));
        // No log: nothing may be appended to it.
        intake = new LogIntake(
                null,
                schedules,
                tidings.service().users().types(),
                tidings.service().users().templates(),
                ids,
                new IdempotencyKeys(engine, clock),
                new SendTimeResolver(user -> CompletableFuture.failedFuture(new IOException("no database")), clock));
    }

    @AfterEach
    void stop() {
        ids.close();
        engine.close();
        tidings.close();
    }

    private SubmitResult submit(String json, Optional<String> key) {
        SendRequest request = tidings.service().pipeline().parser().parseKeyed(json.getBytes(UTF_8));
        SubmitResult answer;
        do {
            // Until the first is marked as accepted, a retry is answered as in progress.
            answer = intake.submit(TestService.SENDER, request, key).join();
        } while (answer instanceof SubmitResult.InProgress);
        return answer;
    }

    private Instant in(Duration delay) {
        return clock.instant().plus(delay);
    }

    private SendRequest line(String json) {
        byte[] bytes = json.getBytes(UTF_8);
        return tidings.service().pipeline().parser().parseLine(bytes, 0, bytes.length);
    }

    @Test
    void position_isTheSendTime() {
        SubmitResult.Accepted answer = (SubmitResult.Accepted) submit(IN_AN_HOUR, Optional.empty());
        assertThat(answer.sendAt()).contains(in(Duration.ofHours(1)));
        ScheduledRequest scheduledRequest = schedules.calls.get(0).get(0);
        assertThat(scheduledRequest.notification().id()).isEqualTo(answer.id());
        assertThat(scheduledRequest.due()).isEqualTo(in(Duration.ofHours(1)));
        assertThat(UuidV7.time(scheduledRequest.notification().position())).isEqualTo(scheduledRequest.due());
        assertThat(scheduledRequest.notification().createdAt()).isEqualTo(clock.instant());
    }

    @Test
    void retry_getsTheSendTimeOfTheFirst() {
        Instant due = in(Duration.ofHours(1));
        String json = IN_AN_HOUR.replace("\"delay\":\"PT1H\"", "\"sendAt\":\"" + due + "\"");
        UUID id = TestService.accepted(submit(json, KEY));
        assertThat(submit(json, KEY)).isEqualTo(new SubmitResult.Accepted(id, true, Optional.of(due)));
        clock.advance(Duration.ofHours(2));
        assertThat(submit(json, KEY)).isEqualTo(new SubmitResult.Accepted(id, true, Optional.of(due)));
        assertThat(submit(json, Optional.of("another")))
                .isEqualTo(new SubmitResult.InvalidSendTime(
                        new FieldError("/sendAt", due.toString(), "a time in the future")));
        assertThat(schedules.calls).hasSize(1);
    }

    @Test
    void delay_startsWithTheStoredFirstTry() {
        schedules.line = RecordingSchedules.Line.ANSWER_LOST;
        assertThatThrownBy(() -> submit(IN_AN_HOUR, KEY)).hasRootCauseInstanceOf(IOException.class);
        ScheduledRequest first = schedules.calls.get(0).get(0);
        schedules.line = RecordingSchedules.Line.GOOD;
        clock.advance(LEASE_AND_MORE);
        assertThat(submit(IN_AN_HOUR, KEY))
                .isEqualTo(new SubmitResult.Accepted(first.notification().id(), false, Optional.of(first.due())));
        assertThat(submit(IN_AN_HOUR, KEY))
                .isEqualTo(new SubmitResult.Accepted(first.notification().id(), true, Optional.of(first.due())));
        assertThat(schedules.calls).hasSize(1);
    }

    /** Part of the first try may have been stored: a retry with another send time would be sent in addition. */
    @Test
    void delay_startsWithTheFirstTryEvenIfNotFound() {
        schedules.line = RecordingSchedules.Line.LOST_ON_THE_WAY;
        assertThatThrownBy(() -> submit(IN_AN_HOUR, KEY)).hasRootCauseInstanceOf(IOException.class);
        ScheduledRequest first = schedules.calls.get(0).get(0);
        schedules.line = RecordingSchedules.Line.GOOD;
        clock.advance(LEASE_AND_MORE);
        assertThat(submit(IN_AN_HOUR, KEY))
                .isEqualTo(new SubmitResult.Accepted(first.notification().id(), false, Optional.of(first.due())));
        assertThat(schedules.calls).hasSize(2);
    }

    @Test
    void storedRequestWithoutAnswer_isNotRefusedLater() {
        Instant due = in(Duration.ofSeconds(10));
        String json = IN_AN_HOUR.replace("\"delay\":\"PT1H\"", "\"sendAt\":\"" + due + "\"");
        schedules.line = RecordingSchedules.Line.ANSWER_LOST;
        assertThatThrownBy(() -> submit(json, KEY)).hasRootCauseInstanceOf(IOException.class);
        UUID id = schedules.calls.get(0).get(0).notification().id();
        schedules.line = RecordingSchedules.Line.LOST_ON_THE_WAY;
        Optional<String> other = Optional.of("another");
        assertThatThrownBy(() -> submit(json, other)).hasRootCauseInstanceOf(IOException.class);
        clock.advance(LEASE_AND_MORE);
        assertThat(submit(json, KEY)).isEqualTo(new SubmitResult.Accepted(id, true, Optional.of(due)));
        assertThat(submit(json, other)).isInstanceOf(SubmitResult.InvalidSendTime.class);
    }

    @Test
    void expiryBeforeTheSendTime_isRefused() {
        Instant due = in(Duration.ofHours(1));
        String json = "{\"to\":{\"user\":\"bob\"},\"title\":\"t\",\"delay\":\"PT1H\",\"expiresAt\":\"" + due + "\"}";
        assertThat(submit(json, Optional.empty()))
                .isEqualTo(new SubmitResult.InvalidSendTime(
                        new FieldError("/expiresAt", due.toString(), "a time after it is sent, which is at " + due)));
        String later = json.replace(due.toString(), due.plusMillis(1).toString());
        assertThat(submit(later, Optional.empty())).isInstanceOf(SubmitResult.Accepted.class);
    }

    @Test
    void linesWithoutKeys_areAddedTogether() {
        String sendAt = "\"delay\":\"PT1H\"";
        List<SubmitResult> answers = intake.submitAll(
                        TestService.SENDER,
                        List.of(
                                line(IN_AN_HOUR),
                                line(IN_AN_HOUR.replace(sendAt, "\"sendAt\":\"2020-01-01T00:00:00Z\"")),
                                line(IN_AN_HOUR.replace(sendAt, sendAt + ",\"idempotencyKey\":\"k1\"")),
                                line(IN_AN_HOUR.replace(sendAt, sendAt + ",\"type\":\"nothing\"")),
                                line(IN_AN_HOUR.replace("PT1H", "PT2H"))))
                .join();
        assertThat(answers.get(1)).isInstanceOf(SubmitResult.InvalidSendTime.class);
        assertThat(answers.get(3)).isInstanceOf(SubmitResult.UnknownType.class);
        assertThat(List.of(answers.get(0), answers.get(2), answers.get(4)))
                .extracting(answer -> ((SubmitResult.Accepted) answer).sendAt().orElseThrow())
                .containsExactly(in(Duration.ofHours(1)), in(Duration.ofHours(1)), in(Duration.ofHours(2)));
        assertThat(schedules.calls).extracting(List::size).containsExactlyInAnyOrder(2, 1);
        assertThat(schedules.calls)
                .filteredOn(call -> call.size() == 2)
                .first()
                .extracting(call -> call.get(1).notification().id())
                .isEqualTo(TestService.accepted(answers.get(4)));
    }

    @Test
    void unresolvableZoneOfOneLine_storesNothing() {
        String local = IN_AN_HOUR.replace("\"delay\":\"PT1H\"", "\"sendAtLocal\":\"2100-01-01T00:00:00\"");
        assertThatThrownBy(() -> intake.submitAll(TestService.SENDER, List.of(line(IN_AN_HOUR), line(local)))
                        .join())
                .hasRootCauseInstanceOf(IOException.class);
        assertThat(schedules.calls).isEmpty();
    }
}
