package dev.tidings.server.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.inbox.InvalidCursorException;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.BusyHourRow;
import dev.tidings.tables.Retention;
import dev.tidings.tables.TenantNotificationRow;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.ForwardingEngine;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.testkit.hostile.HostileEngine;
import dev.tidings.testkit.hostile.HostileFaults;
import dev.tidings.widecolumn.Page;
import dev.tidings.widecolumn.Select;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a notification is listed by the time it was sent, however long before it was accepted. */
class SentListTest {
    /** The middle of an hour. */
    private static final Instant NOW = Instant.parse("2026-11-15T12:30:00Z");

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock(NOW);
    private RocksEngine engine;
    private IdGenerator ids;
    private SentList list;

    @BeforeEach
    void open() {
        engine = RocksEngine.open(RocksConfig.in(folder.resolve("tables")).withClock(clock), TidingsSchema.SCHEMA);
        ids = new IdGenerator(clock, folder.resolve("id-floor"));
        list = new SentList(engine, clock, ids);
    }

    @AfterEach
    void close() {
        ids.close();
        engine.close();
    }

    private UUID sent(Duration ago, Duration waited) {
        Instant at = NOW.minus(ago);
        UUID id = UuidV7.of(at.minus(waited).toEpochMilli(), 0, ago.hashCode());
        UUID position = waited.isZero() ? id : UuidV7.derived(at, id);
        engine.write(TenantNotificationRow.TABLE.upsert(new TenantNotificationRow(
                        "acme", Buckets.hour(position), 0, id, position, "default", "normal", "key", "user", "bob")))
                .join();
        return id;
    }

    /** Rows of one hour in a shard each, the last ones also in shard 0, as after a redelivery. */
    private List<UUID> sentToShards(Instant newest, int count, int shards) {
        List<UUID> sent = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            UUID id = UuidV7.of(newest.toEpochMilli() - i, 0, i);
            write(id, i * 7 % shards);
            if (i % 10 == 9) {
                write(id, 0);
            }
            sent.add(id);
        }
        engine.write(BusyHourRow.write("acme", Buckets.hour(newest), shards)).join();
        return sent;
    }

    private void write(UUID id, int shard) {
        engine.write(TenantNotificationRow.TABLE.upsert(new TenantNotificationRow(
                        "acme", Buckets.hour(id), shard, id, id, "default", "normal", "key", "user", "bob")))
                .join();
    }

    private List<UUID> all(Instant since, int limit) {
        return all(list, since, limit);
    }

    private static List<UUID> all(SentList list, Instant since, int limit) {
        List<UUID> found = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            ResultPage<SentItem> page = list.page("acme", since, limit, cursor).join();
            page.items().forEach(item -> found.add(item.id()));
            cursor = page.next();
        } while (cursor.isPresent());
        return found;
    }

    @Test
    void scheduledNotification_isListedInTheHourItWasSent() {
        List<UUID> expected = new ArrayList<>();
        for (int hour = 0; hour < 5; hour++) {
            Duration ago = Duration.ofHours(hour);
            expected.add(sent(ago, Duration.ZERO));
            expected.add(sent(ago.plusMinutes(2), Duration.ZERO));
            expected.add(sent(ago.plusMinutes(1), Duration.ofHours(30)));
            expected.add(sent(ago.plusMinutes(1).plusMillis(1), Duration.ofDays(40)));
        }
        for (int limit : List.of(1, 2, 3, 7, 100)) {
            assertThat(all(NOW.minus(Duration.ofHours(6)), limit))
                    .as("%s a page", limit)
                    .containsExactlyElementsOf(expected);
        }
    }

    @Test
    void busyHour_isOneListOfAllItsShards() {
        UUID before = sent(Duration.ofHours(1), Duration.ZERO);
        List<UUID> expected = new ArrayList<>(sentToShards(NOW, 400, 64));
        expected.add(before);
        for (int limit : List.of(7, 100, 1_000)) {
            assertThat(all(NOW.minus(Duration.ofHours(2)), limit))
                    .as("%s a page", limit)
                    .containsExactlyElementsOf(expected);
        }
    }

    @Test
    void shortPageOfAShard_isNotItsEnd() {
        List<UUID> expected = new ArrayList<>(sentToShards(NOW, 300, 8));
        for (int hour = 1; hour <= 5; hour++) {
            expected.addAll(sentToShards(NOW.minus(Duration.ofHours(hour)), 20, 4));
        }
        HostileEngine hostile = new HostileEngine(
                engine, () -> 0, new HostileFaults(Duration.ZERO, 0.8, 0, Duration.ZERO, Duration.ZERO), 1);
        SentList hostileList = new SentList(hostile, clock, ids);
        assertThat(all(hostileList, NOW.minus(Duration.ofHours(8)), 20)).containsExactlyElementsOf(expected);
    }

    @Test
    void shortPageOfTheDirectory_isNotItsEnd() {
        List<UUID> expected = new ArrayList<>();
        for (int hour = 0; hour < 5; hour++) {
            expected.addAll(sentToShards(NOW.minus(Duration.ofHours(hour)), 10, 4));
        }
        SentList onePerPage = new SentList(
                new ForwardingEngine(engine) {
                    @Override
                    public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
                        return super.read(select.limit(1));
                    }
                },
                clock,
                ids);
        assertThat(all(onePerPage, NOW.minus(Duration.ofHours(8)), 20)).containsExactlyElementsOf(expected);
    }

    @Test
    void quietHours_costOneReadEach() {
        sent(Duration.ofHours(30), Duration.ZERO);
        AtomicInteger reads = new AtomicInteger();
        SentList counted = new SentList(
                new ForwardingEngine(engine) {
                    @Override
                    public <R extends Record> CompletableFuture<Page<R>> read(Select<R> select) {
                        reads.incrementAndGet();
                        return super.read(select);
                    }
                },
                clock,
                ids);
        assertThat(all(counted, NOW.minus(Duration.ofHours(30)), 10)).hasSize(1);
        assertThat(reads).as("31 hours, and the directory of busy ones").hasValueLessThanOrEqualTo(33);
    }

    @Test
    void oldestHour_startsAtTheRequestedTime() {
        UUID after = sent(Duration.ofMinutes(10), Duration.ZERO);
        UUID exactly = sent(Duration.ofMinutes(20), Duration.ZERO);
        UUID waited = sent(Duration.ofMinutes(15), Duration.ofDays(3));
        sent(Duration.ofMinutes(21), Duration.ofDays(2));
        for (int i = 0; i < 250; i++) {
            sent(Duration.ofMinutes(21).plusMillis(i), Duration.ZERO);
        }
        assertThat(all(NOW.minus(Duration.ofMinutes(20)), 2)).containsExactly(after, exactly, waited);
    }

    @Test
    void cursorOfAnotherQuery_isRejected() {
        sent(Duration.ofMinutes(1), Duration.ZERO);
        sent(Duration.ofMinutes(2), Duration.ZERO);
        Instant since = NOW.minus(Duration.ofHours(1));
        String cursor =
                list.page("acme", since, 1, Optional.empty()).join().next().orElseThrow();
        String ofAnotherHour = (Integer.parseInt(cursor.split("~")[0]) - 1) + "~" + cursor.split("~")[1];
        for (String bad : List.of(ofAnotherHour, cursor.split("~")[1], "~", "1~", "x~x", cursor + "A")) {
            assertThatThrownBy(() -> list.page("acme", since, 1, Optional.of(bad)))
                    .as(bad)
                    .isInstanceOf(InvalidCursorException.class);
        }
        assertThatThrownBy(() -> list.page("globex", since, 1, Optional.of(cursor)))
                .isInstanceOf(InvalidCursorException.class);
    }

    @Test
    void listing_continuesWhenItsStartHasExpired() {
        sent(Duration.ofMinutes(1), Duration.ZERO);
        UUID second = sent(Duration.ofMinutes(2), Duration.ZERO);
        Instant since = NOW.minus(Retention.NOTIFICATIONS).plusSeconds(1);
        ResultPage<SentItem> first =
                list.page("acme", since, 1, Optional.empty()).join();
        clock.advance(Duration.ofSeconds(2));
        assertThat(list.page("acme", since, 1, first.next()).join().items())
                .extracting(SentItem::id)
                .containsExactly(second);
    }
}
