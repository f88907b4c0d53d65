package dev.tidings.metadata.sql;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The configuration of the SQL metadata store: the database to connect to, and the size of the connection pool.
 *
 * @param user empty for SQLite
 * @param password empty for SQLite
 * @param poolSize the maximum number of connections; further reads wait for one
 */
public record SqlMetadataConfig(String jdbcUrl, String user, String password, int poolSize) {
    private static final int SQLITE_POOL = 4;

    private static final String SQLITE_PREFIX = "jdbc:sqlite:";

    public SqlMetadataConfig {
        if (poolSize < 1) {
            throw new IllegalArgumentException("poolSize is " + poolSize + "; expected at least 1");
        }
    }

    /** A database in this file, which is created if it does not exist. */
    public static SqlMetadataConfig sqlite(Path file) {
        String path = file.toAbsolutePath().toString();
        if (path.indexOf('?') >= 0) {
            throw new IllegalArgumentException(
                    "the path of an SQLite database can't contain '?', which starts the options" + " of a JDBC URL: "
                            + path);
        }
        return new SqlMetadataConfig(SQLITE_PREFIX + path, "", "", SQLITE_POOL);
    }

    /** The name of the database in messages, without the parts that may contain a password. */
    String displayUrl() {
        String url = withoutOptions();
        return url.startsWith(SQLITE_PREFIX) ? url : url.replaceFirst("//[^/@]*@", "//");
    }

    /** The file of an SQLite database. Empty if it is not a plain file: each connection would have its own database in memory. */
    Optional<Path> file() {
        String path = withoutOptions().substring(SQLITE_PREFIX.length());
        return path.isEmpty() || path.startsWith(":") || path.startsWith("file:")
                ? Optional.empty()
                : Optional.of(Path.of(path));
    }

    private String withoutOptions() {
        int options = jdbcUrl.indexOf('?');
        return options < 0 ? jdbcUrl : jdbcUrl.substring(0, options);
    }

    @Override
    public String toString() {
        return "SqlMetaConfig[" + displayUrl() + ", poolSize=" + poolSize + "]";
    }
}
