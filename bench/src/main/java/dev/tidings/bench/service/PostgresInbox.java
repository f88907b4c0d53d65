package dev.tidings.bench.service;

import dev.tidings.bench.PostgresServer;
import dev.tidings.core.model.UuidV7;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A typical inbox in PostgreSQL: one row for the notification and one for its delivery, written in one statement and one synced commit.
 * Called directly over JDBC, without a service in front.
 */
final class PostgresInbox implements AutoCloseable {
    private static final int CONNECTIONS = 16;
    private static final int ROWS_PER_BATCH = 500;
    private static final int PAGE = 20;
    private static final String TENANT = "default";

    private static final String INSERT = """
        WITH n AS (
          INSERT INTO notification (id, tenant, type, priority, title, body, data, deep_link, created_at)
          VALUES (?, ?, 'default', 'normal', ?, ?, ?::jsonb, ?, ?) RETURNING id, tenant, created_at)
        INSERT INTO delivery (tenant, user_id, notification_id, created_at, channel, state)
        SELECT tenant, ?, id, created_at, 'in_app', 'sent' FROM n\
        """;

    private final PostgresServer server;
    private final List<Connection> connections = new ArrayList<>();
    private final List<Unread> collected = new ArrayList<>();

    /** One operation on one connection. */
    private interface Step {
        void run(Connection connection, long n) throws SQLException;
    }

    PostgresInbox(Path folder) throws IOException, SQLException {
        server = new PostgresServer(folder);
        for (int i = 0; i < CONNECTIONS; i++) {
            connections.add(server.connect());
        }
        create();
    }

    private void create() throws SQLException {
        try (var statement = connections.get(0).createStatement()) {
            statement.execute("""
                CREATE TABLE notification (
                  id uuid PRIMARY KEY, tenant text NOT NULL, type text NOT NULL, priority text NOT NULL,
                  title text, body text, data jsonb, deep_link text, created_at timestamptz NOT NULL)\
                """);
            statement.execute("""
                CREATE TABLE delivery (
                  tenant text NOT NULL, user_id text NOT NULL, notification_id uuid NOT NULL REFERENCES notification,
                  created_at timestamptz NOT NULL, channel text NOT NULL, state text NOT NULL, read_at timestamptz,
                  PRIMARY KEY (tenant, user_id, created_at, notification_id))\
                """);
            statement.execute("CREATE INDEX unread ON delivery (tenant, user_id) WHERE read_at IS NULL");
        }
    }

    double post(long first, long count) throws InterruptedException {
        return spread(count, (connection, n) -> {
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                bind(insert, first + n);
                insert.executeUpdate();
            }
        });
    }

    double batch(long first, long count) throws InterruptedException {
        spread(count / ROWS_PER_BATCH, (connection, n) -> {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                for (int i = 0; i < ROWS_PER_BATCH; i++) {
                    bind(insert, first + n * ROWS_PER_BATCH + i);
                    insert.addBatch();
                }
                insert.executeBatch();
                connection.commit();
            } finally {
                connection.setAutoCommit(true);
            }
        });
        return count;
    }

    double page(long first, long count) throws InterruptedException {
        return spread(count, (connection, n) -> {
            try (PreparedStatement select = connection.prepareStatement("""
                SELECT n.id, n.type, n.priority, n.title, n.body, n.data, n.deep_link, d.created_at, d.read_at
                FROM delivery d JOIN notification n ON n.id = d.notification_id
                WHERE d.tenant = ? AND d.user_id = ? ORDER BY d.created_at DESC LIMIT ?\
                """)) {
                select.setString(1, TENANT);
                select.setString(2, SampleNotifications.user(first + n));
                select.setInt(3, PAGE);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        rows.getString(5);
                    }
                }
            }
        });
    }

    double unread(long first, long count) throws InterruptedException {
        return spread(count, (connection, n) -> {
            try (PreparedStatement select = connection.prepareStatement(
                    "SELECT count(*) FROM delivery WHERE tenant = ? AND user_id = ? AND read_at IS NULL")) {
                select.setString(1, TENANT);
                select.setString(2, SampleNotifications.user(first + n));
                try (ResultSet rows = select.executeQuery()) {
                    rows.next();
                }
            }
        });
    }

    /** An unread delivery. */
    private record Unread(String user, Timestamp createdAt, UUID notification) {}

    /** Collects the deliveries that {@link #mark} will mark: the newest of this many users. */
    void collect(long first, long users) throws SQLException {
        collected.clear();
        try (PreparedStatement select = connections.get(0).prepareStatement("""
            SELECT created_at, notification_id FROM delivery
            WHERE tenant = ? AND user_id = ? ORDER BY created_at DESC LIMIT ?\
            """)) {
            for (long n = first; n < first + users; n++) {
                select.setString(1, TENANT);
                select.setString(2, SampleNotifications.user(n));
                select.setInt(3, PAGE);
                try (ResultSet rows = select.executeQuery()) {
                    while (rows.next()) {
                        collected.add(new Unread(
                                SampleNotifications.user(n), rows.getTimestamp(1), rows.getObject(2, UUID.class)));
                    }
                }
            }
        }
    }

    double mark(long count) throws InterruptedException {
        if (collected.size() < count) {
            throw new IllegalStateException("PostgreSQL has " + collected.size() + " to mark, not " + count);
        }
        return spread(count, (connection, n) -> {
            Unread unread = collected.get((int) n);
            try (PreparedStatement update = connection.prepareStatement("""
                UPDATE delivery SET read_at = now()
                WHERE tenant = ? AND user_id = ? AND created_at = ? AND notification_id = ?\
                """)) {
                update.setString(1, TENANT);
                update.setString(2, unread.user());
                update.setTimestamp(3, unread.createdAt());
                update.setObject(4, unread.notification());
                if (update.executeUpdate() != 1) {
                    throw new IllegalStateException("a delivery to mark is not there: " + unread);
                }
            }
        });
    }

    /** Does the housekeeping that reads depend on, as autovacuum would in time. */
    void settle() throws SQLException {
        try (var statement = connections.get(0).createStatement()) {
            statement.execute("VACUUM ANALYZE");
        }
    }

    private static void bind(PreparedStatement insert, long n) throws SQLException {
        long millis = System.currentTimeMillis();
        UUID id = UuidV7.of(millis, (int) n, n * 0x9E3779B97F4A7C15L);
        insert.setObject(1, id);
        insert.setString(2, TENANT);
        insert.setString(3, SampleNotifications.TITLE);
        insert.setString(4, SampleNotifications.body(n));
        insert.setString(5, SampleNotifications.data(n));
        insert.setString(6, SampleNotifications.LINK);
        insert.setTimestamp(7, new Timestamp(millis));
        insert.setString(8, SampleNotifications.user(n));
    }

    /** Distributes the operations over the connections. */
    private double spread(long count, Step step) throws InterruptedException {
        AtomicLong next = new AtomicLong();
        List<Throwable> failures = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (Connection connection : connections) {
            Thread thread = new Thread(() -> {
                try {
                    for (long n = next.getAndIncrement(); n < count; n = next.getAndIncrement()) {
                        step.run(connection, n);
                    }
                } catch (SQLException | RuntimeException e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (!failures.isEmpty()) {
            throw new IllegalStateException("PostgreSQL failed", failures.get(0));
        }
        return count;
    }

    double cpuSeconds() {
        return server.cpuSeconds();
    }

    @Override
    public void close() throws IOException {
        for (Connection connection : connections) {
            try {
                connection.close();
            } catch (SQLException e) {
                // The server is about to be stopped, which releases everything a connection holds.
            }
        }
        server.close();
    }
}
