package dev.tidings.metadata.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.MetadataException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the classification of database failures. */
class SqlFailuresTest {
    @ParameterizedTest
    @CsvSource({
        "08006, true", // the connection broke
        "40001, true", // could not be put in order with others
        "40P01, true", // deadlock
        "53300, true", // too many connections
        "57P01, true", // the server is being stopped
        "23505, false", // there already
        "42P01, false", // no such table
        "22001, false", // too long
        ", false"
    })
    void sqlState_tellsWhetherAFailureIsTemporary(String state, boolean temporary) {
        assertThat(SqlFailures.of("x", new SQLException("reason", state)).temporary())
                .isEqualTo(temporary);
    }

    @Test
    void connectionTimeout_isTemporary() {
        assertThat(SqlFailures.of("x", new DataAccessException("sql", new SQLTransientConnectionException("none")))
                        .temporary())
                .isTrue();
    }

    @Test
    void message_hasTheCallAndTheCauseButNoStatement() {
        MetadataException failure =
                SqlFailures.of("users.put", new DataAccessException("insert into ...", new SQLException("disk full")));
        assertThat(failure).hasMessage("users.put failed: disk full");
    }
}
