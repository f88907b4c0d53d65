package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.tidings.widecolumn.InvalidValueException;
import dev.tidings.widecolumn.Table;
import dev.tidings.widecolumn.WriteClock;
import dev.tidings.widecolumn.cql.CqlStatements;
import java.time.Duration;

/**
 * One table of the engine: its prepared writes, its reader and its insert-if-absent. Also computes the remaining TTL that each write of a
 * row has to carry.
 */
final class CassandraTable<R extends Record> {
    /** The longest time to live that Cassandra accepts. */
    private static final long MAX_TTL_SECONDS = Duration.ofDays(20 * 365).toSeconds();

    private final Table<R> table;
    private final WriteStatements writes;
    private final SliceReader<R> reader;
    private final LwtInserts<R> inserts;

    CassandraTable(CqlSession session, CassandraConfig config, Table<R> table, Retries retries, WriteClock writeClock) {
        CqlStatements cql = new CqlStatements(config.keyspace().name(), table.declaration());
        this.table = table;
        this.writes = new WriteStatements(session, cql, table);
        this.reader = new SliceReader<>(session, table, cql, config.clock(), retries);
        this.inserts = new LwtInserts<>(session, config, this, cql, retries, writeClock);
    }

    Table<R> table() {
        return table;
    }

    WriteStatements writes() {
        return writes;
    }

    SliceReader<R> reader() {
        return reader;
    }

    LwtInserts<R> inserts() {
        return inserts;
    }

    /** The remaining time to live of a row that has not expired yet; 0 if the table has none. */
    int ttlSeconds(Object[] values, long nowSecond) {
        return ttlSeconds(table.expirySecond(values), nowSecond);
    }

    /** The same for a row with this expiry. */
    int ttlSeconds(long expiry, long nowSecond) {
        if (expiry == Long.MAX_VALUE) {
            return 0;
        }
        if (expiry - nowSecond > MAX_TTL_SECONDS) {
            throw new InvalidValueException(
                    "time to live of " + table.name(),
                    expiry - nowSecond,
                    "at most " + MAX_TTL_SECONDS + " seconds from now, the limit of Cassandra");
        }
        return (int) (expiry - nowSecond);
    }
}
