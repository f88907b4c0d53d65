package dev.tidings.bench.kit;

import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Query;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * The row that both sides of the kit benchmark write and read: about 300 bytes in the shape of an inbox row, the most frequent row of
 * Tidings.
 */
record KitRow(
        String tenant,
        String userId,
        int month,
        UUID position,
        UUID notificationId,
        String type,
        String title,
        String body,
        String deepLink,
        Map<String, String> data,
        Instant createdAt) {
    private static final Column<String> TENANT = Column.text("tenant", "owner of the user");
    private static final Column<String> USER_ID = Column.text("user_id", "owner of the inbox");
    private static final Column<Integer> MONTH = Column.integer("month", "bounds the partition");
    private static final Column<UUID> POSITION = Column.uuid("position", "position in the inbox, a version 7 uuid");

    static final Query PAGE =
            Query.named("the inbox, newest first", TENANT, USER_ID, MONTH).range(POSITION);

    static final Table<KitRow> TABLE = Table.named("bench_inbox")
            .comment("An inbox, for benchmarks")
            .partition(TENANT, USER_ID, MONTH)
            .clustering(POSITION.desc())
            .columns(
                    Column.uuid("notification_id", "id of the notification"),
                    Column.text("type", "type of the notification"),
                    Column.text("title", "first line"),
                    Column.text("body", "the rest"),
                    Column.text("deep_link", "target of a tap"),
                    Column.textMap("data", "data attached by the application"),
                    Column.timestamp("created_at", "creation time"))
            .ttl(Ttl.anchored(POSITION, Duration.ofDays(90)))
            .compactionWindow(Duration.ofDays(3))
            .serves(PAGE)
            .rows(KitRow.class);

    static final Schema SCHEMA = Schema.of("bench", TABLE);

    private static final int ROWS_PER_USER = 100;
    private static final int CONCURRENT_USERS = 1000;
    private static final int MONTH_VALUE = 202611;
    /** Old enough to be history, recent enough not to expire during a run. */
    private static final long FIRST_MILLIS =
            System.currentTimeMillis() - Duration.ofDays(20).toMillis();

    /** The nth row. A thousand users alternate until each has a hundred rows, then the next thousand follow. */
    static KitRow nth(long n) {
        long user = n / (ROWS_PER_USER * CONCURRENT_USERS) * CONCURRENT_USERS + n % CONCURRENT_USERS;
        long millis = FIRST_MILLIS + n / 10;
        UUID position = new UUID(millis << 16 | 0x7000 | n % 10 << 4, 0x8000000000000000L | scramble(n) >>> 2);
        return new KitRow(
                "acme",
                user(user),
                MONTH_VALUE,
                position,
                position,
                "order_shipped",
                "Your order " + Long.toHexString(scramble(n)) + " has shipped",
                "It left our warehouse in " + Long.toHexString(scramble(n + 1)) + " and should reach you on Thursday. "
                        + "You can follow it with the number " + Long.toHexString(scramble(n + 2)) + ".",
                "app://orders/" + Long.toHexString(scramble(n)),
                Map.of("order_id", Long.toHexString(scramble(n))),
                Instant.ofEpochMilli(millis));
    }

    static KitRow firstOf(long user) {
        return nth(user / CONCURRENT_USERS * ROWS_PER_USER * CONCURRENT_USERS + user % CONCURRENT_USERS);
    }

    private static String user(long n) {
        return "usr_" + Long.toHexString(scramble(n));
    }

    /** The number of users that this many rows are spread over. */
    static long users(long rows) {
        return rows / ROWS_PER_USER;
    }

    static Object[] partition(long user) {
        return new Object[] {"acme", user(user), MONTH_VALUE};
    }

    /** Scrambles the bits, so that ids look random and compress as badly as real ones. */
    static long scramble(long n) {
        long x = n * 0x9E3779B97F4A7C15L;
        x = (x ^ x >>> 32) * 0xD6E8FEB86659FD93L;
        return x ^ x >>> 32;
    }
}
