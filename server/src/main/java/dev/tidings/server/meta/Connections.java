package dev.tidings.server.meta;

import com.zaxxer.hikari.HikariConfig;
import dev.tidings.core.meta.MetaException;
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

/** How a connection to the configured database is made, and what is done with the first one. */
final class Connections {
    private static final long RETRY_NANOS = 20_000_000;

    private final SqlMetaConfig config;
    private final Duration patience;
    private final SQLDialect dialect;
    private final Properties properties = new Properties();

    Connections(SqlMetaConfig config, Duration patience) {
        this.config = config;
        this.patience = patience;
        this.dialect = JDBCUtils.dialect(config.jdbcUrl());
        switch (dialect) {
            case SQLITE -> {
                // Readers do not wait for the writer, and a commit that has returned is on the disk.
                properties.setProperty("journal_mode", "WAL");
                properties.setProperty("synchronous", "FULL");
                properties.setProperty("foreign_keys", "true");
                properties.setProperty("busy_timeout", Long.toString(patience.toMillis()));
            }
            case POSTGRES, MYSQL, MARIADB -> {
                properties.setProperty("user", config.user());
                properties.setProperty("password", config.password());
            }
            default ->
                throw new MetaException(
                        "no database that Tidings knows: " + config.place()
                                + "; expected a URL that begins with jdbc:sqlite:, jdbc:postgresql:, jdbc:mysql: or jdbc:mariadb:",
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

    HikariConfig pooled() {
        HikariConfig settings = new HikariConfig();
        settings.setJdbcUrl(config.jdbcUrl());
        settings.setDataSourceProperties(properties);
        if (!isSqlite()) {
            // What the row locks taken first in every change are made for; MySQL's own default would lock gaps as well.
            settings.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        }
        return settings;
    }

    /** Outside of the pool, so that a database that can't be used is answered with one exception and no log. */
    void first(Migrations migrations) {
        String call = "opening " + config.place();
        if (isSqlite()) {
            makeFile(call);
        }
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                bring(call, migrations);
                return;
            } catch (MetaException e) {
                // SQLite does not wait when two who open a new file at once switch its journal.
                if (!isSqlite() || !e.temporary() || System.nanoTime() - deadline > 0) {
                    throw e;
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void bring(String call, Migrations migrations) {
        try (Connection connection = DriverManager.getConnection(config.jdbcUrl(), properties)) {
            new Transaction(connection, dialect).run(migrations::bring);
        } catch (SQLException e) {
            throw Failures.notADatabase(e)
                    ? new MetaException(call + " failed: the file is there, but is not an SQLite database", false, e)
                    : Failures.of(call, e);
        } catch (RuntimeException e) {
            throw Failures.of(call, e);
        }
    }

    /** There are secrets in it: for its owner alone. SQLite gives the files beside it the same permissions. */
    private void makeFile(String call) {
        Path file = config.file()
                .orElseThrow(() -> new MetaException(
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
            // Not the first start.
        } catch (IOException e) {
            throw new MetaException(call + " failed: the file can't be made: " + e, false, e);
        }
    }
}
