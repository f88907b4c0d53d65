package dev.tidings.server.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.inbox.InvalidCursorException;
import dev.tidings.tables.NotificationDetailsRow;
import dev.tidings.tables.RecipientRow;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.testkit.hostile.HostileEngine;
import dev.tidings.testkit.hostile.HostileFaults;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.rocksdb.RocksConfig;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that recipients are found in all shards of a notification, page by page. */
class RecipientListTest {
    private static final Instant NOW = Instant.parse("2026-11-15T12:30:00Z");
    private static final UUID ID = UuidV7.of(NOW.toEpochMilli(), 0, 1);

    @TempDir
    Path folder;

    private RocksEngine engine;

    @BeforeEach
    void open() {
        engine = RocksEngine.open(
                RocksConfig.in(folder.resolve("tables")).withClock(new SteppedClock(NOW)), TidingsSchema.SCHEMA);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static NotificationDetailsRow details(Integer shards) {
        return new NotificationDetailsRow(
                "acme", ID, ID, "default", "bulk", "key", "users", null, null, "{}", null, null, null, shards, null,
                null);
    }

    private List<String> store(int count, int shards) {
        List<String> users =
                IntStream.range(0, count).mapToObj(i -> "user-" + i).toList();
        engine.write(Batch.acrossPartitions(users.stream()
                        .map(user -> RecipientRow.TABLE.upsert(new RecipientRow(
                                "acme",
                                ID,
                                RecipientRow.shard(shards, new UserKey("acme", user).partition()),
                                user,
                                ID)))
                        .toList()))
                .join();
        return users;
    }

    private static List<String> all(Engine engine, NotificationDetailsRow details, int limit) {
        RecipientList list = new RecipientList(engine);
        List<String> found = new ArrayList<>();
        Optional<String> cursor = Optional.empty();
        do {
            ResultPage<String> page = list.page(details, RecipientList.select("acme", ID, limit, cursor))
                    .join();
            assertThat(page.items().size()).isLessThanOrEqualTo(limit);
            found.addAll(page.items());
            cursor = page.next();
        } while (cursor.isPresent());
        return found;
    }

    @Test
    void shards_followTheNumberOfRecipients() {
        assertThat(List.of(1L, 1_000L, 50_000L)).allMatch(count -> RecipientRow.shards(count) == 1);
        assertThat(RecipientRow.shards(50_001)).isEqualTo(256);
        assertThat(RecipientRow.shard(1, 17)).isZero();
        assertThat(RecipientRow.shard(256, 17)).isEqualTo(17);
    }

    @Test
    void recipientsOfAllShards_areListedOnce() {
        List<String> users = store(2_000, 256);
        for (int limit : List.of(7, 100, 5_000)) {
            assertThat(all(engine, details(256), limit))
                    .as("%s a page", limit)
                    .containsExactlyInAnyOrderElementsOf(users);
        }
    }

    @Test
    void shortPageOfAShard_isNotItsEnd() {
        List<String> users = store(500, 256);
        HostileEngine hostile = new HostileEngine(
                engine, () -> 0, new HostileFaults(Duration.ZERO, 0.8, 0, Duration.ZERO, Duration.ZERO), 1);
        assertThat(all(hostile, details(256), 20)).containsExactlyInAnyOrderElementsOf(users);
    }

    @Test
    void recipientsOfOneShard_areInOrder() {
        List<String> users = store(30, 1).stream().sorted().toList();
        assertThat(all(engine, details(1), 7)).isEqualTo(users);
        assertThat(all(engine, details(null), 7)).as("a row without the number").isEqualTo(users);
    }

    @Test
    void recipient_isFoundInItsShard() {
        store(300, 256);
        RecipientList list = new RecipientList(engine);
        assertThat(list.contains(details(256), "user-123").join()).isTrue();
        assertThat(list.contains(details(256), "user-300").join()).isFalse();
    }

    @Test
    void invalidCursor_isRejected() {
        for (String bad : List.of("256~", "-1~", "x~", "~x", "3~x", "x")) {
            assertThatThrownBy(() -> RecipientList.select("acme", ID, 10, Optional.of(bad)))
                    .as(bad)
                    .isInstanceOf(InvalidCursorException.class);
        }
    }
}
