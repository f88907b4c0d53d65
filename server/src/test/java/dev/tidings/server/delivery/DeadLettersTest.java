package dev.tidings.server.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.delivery.Message;
import dev.tidings.core.log.LogException;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.StatusText;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.log.rocksdb.RocksLog;
import dev.tidings.log.rocksdb.RocksLogConfig;
import dev.tidings.server.delivery.DeadLetters.Period;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.FailedDeliveryRow;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the list of dead letters, which is read hour by hour. */
class DeadLettersTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:30:00Z");

    @TempDir
    private Path folder;

    private final SteppedClock clock = new SteppedClock(NOW);
    private IdGenerator ids;
    private RocksEngine engine;
    private DeadLetters letters;

    @BeforeEach
    void open() {
        ids = new IdGenerator(clock, folder.resolve("id-floor"));
        engine = RocksEngine.open(RocksConfig.in(folder.resolve("tables")).withClock(clock), TidingsSchema.SCHEMA);
        letters = new DeadLetters(engine, null, ids, clock);
    }

    @AfterEach
    void close() {
        engine.close();
        ids.close();
    }

    private UUID deadLetter(String tenant, Instant at) {
        UUID id = UuidV7.of(at.toEpochMilli(), 0, 1);
        OutboundDelivery delivery = OutboundDelivery.first(
                new UserKey(tenant, "bob"),
                id,
                id,
                "default",
                Priority.NORMAL,
                Channel.SMS,
                null,
                new Message.Sms("x"),
                false);
        engine.write(DeliveryRows.deadLetter(delivery, id, new AttemptPlan.DeadLetter(id, "unavailable", "not now")))
                .join();
        return id;
    }

    private List<UUID> all(int limit) {
        return all(Period.ALL, limit);
    }

    private List<UUID> all(Period period, int limit) {
        List<UUID> found = new ArrayList<>();
        Optional<UUID> before = Optional.empty();
        do {
            ResultPage<FailedDeliveryRow> page =
                    letters.page("acme", period, limit, before).join();
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            assertThat(page.items().isEmpty())
                    .as("no empty page follows")
                    .isEqualTo(found.isEmpty() && page.items().isEmpty());
            page.items().stream().map(FailedDeliveryRow::failureId).forEach(found::add);
            before = page.next().map(UUID::fromString);
        } while (before.isPresent());
        return found;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 100})
    void newestIsFirst_acrossHours(int limit) {
        List<UUID> expected = new ArrayList<>();
        Instant hour = Instant.parse("2026-11-15T12:00:00Z");
        for (int i = 0; i < 4; i++) {
            expected.add(deadLetter("acme", hour.plusMillis(1)));
            expected.add(deadLetter("acme", hour));
            hour = hour.minus(Duration.ofHours(1));
            expected.add(deadLetter("acme", hour.plus(Duration.ofMinutes(60)).minusMillis(1)));
        }
        deadLetter("globex", NOW);
        assertThat(all(limit)).containsExactlyElementsOf(expected);
    }

    @Test
    void failureJustBeforeTheHour_isListedAroundIt() {
        Instant hour = Instant.parse("2026-11-15T13:00:00Z");
        UUID id = deadLetter("acme", hour.minusSeconds(31));
        for (Duration from = Duration.ofSeconds(-30); from.toSeconds() <= 90; from = from.plusSeconds(30)) {
            clock.advanceTo(hour.plus(from));
            assertThat(all(10)).as("%s from the hour on", from).containsExactly(id);
        }
    }

    @Test
    void clockSetBack_hidesNothing() {
        UUID id = deadLetter("acme", UuidV7.time(ids.next()));
        clock.stepBack(Duration.ofHours(2));
        assertThat(all(10)).containsExactly(id);
    }

    @Test
    void replayRefusedByTheLog_changesNoState() {
        RocksLog closed = RocksLog.open(RocksLogConfig.in(folder.resolve("log")).withReserveBytes(0));
        closed.close();
        UUID id = deadLetter("acme", NOW);
        CompletableFuture<DeadLetters.ReplayResult> replay =
                new DeadLetters(engine, closed, ids, clock).replay("acme", id);
        assertThatThrownBy(replay::join).hasCauseInstanceOf(LogException.class);
        assertThat(letters.page("acme", 1, Optional.empty()).join().items())
                .singleElement()
                .satisfies(item -> assertThat(item.replayedAt()).isNull());
        assertThat(engine.readOne(
                                NotificationRow.TABLE.select(NotificationRow.ONE, "acme", "bob", Buckets.month(id), id))
                        .join())
                .as("no state of a replay")
                .isEmpty();
    }

    /** A call without a clear answer was given up, and a receipt came later. */
    @Test
    void replayOfADeliveredMessage_doesNothing() {
        UUID id = deadLetter("acme", NOW);
        engine.write(Batch.of(NotificationRow.TABLE
                        .update("acme", "bob", Buckets.month(id), id)
                        .set(NotificationRow.CHANNEL_STATUS, Map.of(Channel.SMS.wire(), "delivered"))))
                .join();
        assertThat(letters.replay("acme", id).join())
                .isEqualTo(new DeadLetters.ReplayResult.Unchanged(new StatusText("delivered", null)));
    }

    @Test
    void weeksWithoutFailures_doNotHideAnOldOne() {
        UUID old = deadLetter("acme", NOW.minus(Duration.ofDays(29)));
        ResultPage<FailedDeliveryRow> page =
                letters.page("acme", 10, Optional.empty()).join();
        assertThat(page.items()).extracting(FailedDeliveryRow::failureId).containsExactly(old);
        assertThat(page.next()).as("nothing follows").isEmpty();
    }

    @Test
    void tenantWithoutFailures_hasNoNextPage() {
        ResultPage<FailedDeliveryRow> page =
                letters.page("acme", 10, Optional.empty()).join();
        assertThat(page.items()).isEmpty();
        assertThat(page.next()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 100})
    void period_limitsTheList(int limit) {
        deadLetter("acme", NOW.minusSeconds(10));
        UUID second = deadLetter("acme", NOW.minusSeconds(11));
        UUID first = deadLetter("acme", NOW.minus(Duration.ofDays(2)));
        deadLetter("acme", NOW.minus(Duration.ofDays(2)).minusMillis(1));
        Period period = new Period(Optional.of(NOW.minus(Duration.ofDays(2))), Optional.of(NOW.minusSeconds(10)));
        assertThat(all(period, limit)).containsExactly(second, first);
        assertThat(all(new Period(Optional.of(NOW), Optional.empty()), limit)).isEmpty();
        assertThat(all(new Period(Optional.empty(), Optional.of(NOW.minus(Duration.ofDays(3)))), limit))
                .isEmpty();
        assertThat(all(new Period(Optional.empty(), Optional.of(NOW.plus(Duration.ofDays(3)))), limit))
                .hasSize(4);
    }
}
