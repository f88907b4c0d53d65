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
 * A peer's database.
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
        // A connection that ends takes the count of its CPU time with it.
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
     * What autovacuum would do within a minute. A plan that was made for an empty table reads all of it for every few jobs, once
     * there are many.
     */
    static void settle(DataSource pool) throws SQLException {
        execute(pool, "ANALYZE");
    }

    /** What autovacuum and the checkpointer would do during somebody else's turn. */
    static void clean(DataSource pool) throws SQLException {
        execute(pool, "VACUUM", "CHECKPOINT");
    }

    /** Of this process and of the server. */
    double cpuSeconds() {
        return Comparison.cpuSeconds() + PostgresServer.cpuSeconds(folder);
    }
}
