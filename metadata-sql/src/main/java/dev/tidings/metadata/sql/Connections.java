package dev.tidings.metadata.sql;

import com.zaxxer.hikari.HikariConfig;
import dev.tidings.core.metadata.MetadataException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.jooq.SQLDialect;
import org.jooq.tools.jdbc.JDBCUtils;

/**
 * Detects the SQL dialect from the JDBC URL and provides the settings of the connection pool. Before the pool exists, opens a first
 * connection and runs the migrations over it.
 */
final class Connections {
    private static final long RETRY_NANOS = 20_000_000;

    private final SqlMetadataConfig config;
    private final Duration timeout;
    private final SQLDialect dialect;
    private final Properties properties = new Properties();

    Connections(SqlMetadataConfig config, Duration timeout) {
        this.config = config;
        this.timeout = timeout;
        this.dialect = JDBCUtils.dialect(config.jdbcUrl());
        switch (dialect) {
            case SQLITE -> {
                // Readers do not wait for the writer, and a commit that has returned is on disk.
                properties.setProperty("journal_mode", "WAL");
                properties.setProperty("synchronous", "FULL");
                properties.setProperty("foreign_keys", "true");
                properties.setProperty("busy_timeout", Long.toString(timeout.toMillis()));
            }
            case POSTGRES, MYSQL, MARIADB -> {
                properties.setProperty("user", config.user());
                properties.setProperty("password", config.password());
            }
            default ->
                throw new MetadataException(
                        "unsupported database: " + config.displayUrl()
                                + "; expected a URL that starts with jdbc:sqlite:, jdbc:postgresql:, jdbc:mysql: or"
                                + " jdbc:mariadb:",
                        false,
                        null);
        }
    }

    SQLDialect dialect() {
        return dialect;
    }

    boolean isSqlite() {
        return dialect == SQLDialect.SQLITE;
    }

    HikariConfig poolConfig() {
        HikariConfig settings = new HikariConfig();
        settings.setJdbcUrl(config.jdbcUrl());
        settings.setDataSourceProperties(properties);
        if (!isSqlite()) {
            // Sufficient with the row locks taken first in every change; MySQL's own default would lock gaps as well.
            settings.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        }
        return settings;
    }

    /** Outside of the pool, so that an unusable database results in one exception without log noise. */
    void openAndMigrate(Migrations migrations) {
        String call = "opening " + config.displayUrl();
        if (isSqlite()) {
            createFile(call);
        }
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            try {
                migrate(call, migrations);
                return;
            } catch (MetadataException e) {
                // SQLite does not wait when two processes that open a new file at once switch its journal mode.
                if (!isSqlite() || !e.temporary() || System.nanoTime() - deadline > 0) {
                    throw e;
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void migrate(String call, Migrations migrations) {
        try (Connection connection = DriverManager.getConnection(config.jdbcUrl(), properties)) {
            new Transaction(connection, dialect).run(migrations::migrate);
        } catch (SQLException e) {
            throw SqlFailures.notADatabase(e)
                    ? new MetadataException(call + " failed: the file exists, but is not an SQLite database", false, e)
                    : SqlFailures.of(call, e);
        } catch (RuntimeException e) {
            throw SqlFailures.of(call, e);
        }
    }

    /** Readable by its owner only, because it contains secrets. SQLite gives the files beside it the same permissions. */
    private void createFile(String call) {
        Path file = config.file()
                .orElseThrow(() -> new MetadataException(
                        call + " failed: expected the path of a file after jdbc:sqlite:", false, null));
        try {
            if (file.getParent() != null) {
                Files.createDirectories(file.getParent());
            }
            if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
        } catch (FileAlreadyExistsException e) {
            // The file exists already.
        } catch (IOException e) {
            throw new MetadataException(call + " failed: the file can't be created: " + e, false, e);
        }
    }
}
