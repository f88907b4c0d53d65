package dev.tidings.bench.schedule;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.tidings.bench.Comparison;
import dev.tidings.bench.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The PostgreSQL database of a peer in the schedule benchmark: its connection pool, maintenance between turns, and CPU time.
 *
 * @param folder of the server
 * @param url of the database
 */
record PeerDatabase(Path folder, String url) {

    HikariDataSource pool(int connections) {
        HikariConfig config = new HikariConfig();
        // A batch of inserts becomes one statement of many rows.
        config.setJdbcUrl(url + (url.contains("?") ? "&" : "?") + "reWriteBatchedInserts=true");
        config.setMaximumPoolSize(connections);
        // The CPU time of a closed connection would no longer be counted.
        config.setMinimumIdle(connections);
        config.setMaxLifetime(0);
        return new HikariDataSource(config);
    }

    static void execute(DataSource pool, String... statements) throws SQLException {
        try (Connection connection = pool.getConnection();
                var statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    /**
     * Updates the statistics, as autovacuum would within a minute. A plan made for an empty table scans the whole table for every few jobs.
     */
    static void settle(DataSource pool) throws SQLException {
        execute(pool, "ANALYZE");
    }

    /** Does the work that autovacuum and the checkpointer would otherwise do during the turn of another side. */
    static void clean(DataSource pool) throws SQLException {
        execute(pool, "VACUUM", "CHECKPOINT");
    }

    /** CPU seconds of this process and of the database server. */
    double cpuSeconds() {
        return Comparison.cpuSeconds() + PostgresServer.cpuSeconds(folder);
    }
}
