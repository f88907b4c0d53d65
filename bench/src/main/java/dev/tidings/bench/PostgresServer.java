package dev.tidings.bench;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** An embedded PostgreSQL server for the peers of Tidings in benchmarks, with durable settings: every commit is synced. */
public final class PostgresServer implements AutoCloseable {
    private final Path folder;
    private final EmbeddedPostgres server;
    private final Process watcher;

    public PostgresServer(Path folder) throws IOException {
        this.folder = folder;
        server = EmbeddedPostgres.builder()
                .setDataDirectory(data())
                .setOverrideWorkingDirectory(folder.resolve("bin").toFile())
                .setPGStartupWait(Duration.ofMinutes(1))
                // The defaults of the embedded server are those of throwaway databases.
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("shared_buffers", "256MB")
                .setServerConfig("max_wal_size", "2GB")
                .start();
        watcher = OrphanGuard.killOnExit(
                "INT",
                Files.readAllLines(data().resolve("postmaster.pid")).get(0).trim());
    }

    private Path data() {
        return folder.resolve("data");
    }

    /** A connection to the default database. */
    public Connection connect() throws SQLException {
        return server.getPostgresDatabase().getConnection();
    }

    /** Creates a database and returns its JDBC URL. */
    public String create(String database) throws SQLException {
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE \"" + database + "\"");
        }
        return server.getJdbcUrl("postgres", database);
    }

    public double cpuSeconds() {
        return cpuSeconds(folder);
    }

    /**
     * CPU seconds of all processes of the server in this folder. They are not child processes of this JVM and are found by the path of
     * their executable.
     */
    public static double cpuSeconds(Path folder) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info().command().orElse("").startsWith(folder.toString()))
                .mapToDouble(process ->
                        process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9)
                .sum();
    }

    @Override
    public void close() throws IOException {
        // First, because afterwards the pid may be reused.
        watcher.destroyForcibly();
        server.close();
    }
}
