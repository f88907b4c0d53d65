package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of expiry on the server: plain CQL reads the row, without the filter of the engine. */
class ServerExpiryTest {
    /** Enough for a slow server to be asked before the row is gone. */
    private static final Duration LEFT = Duration.ofSeconds(10);

    @Test
    void lateUpdate_expiresWithItsRow() throws Exception {
        CassandraConfig config = TestCluster.config("server_expiry");
        try (CassandraEngine engine = CassandraEngine.open(config, Parcel.SCHEMA);
                CqlSession session = SessionFactory.open(config)) {
            // Old enough to expire within the test.
            Instant sent = Instant.ofEpochMilli(System.currentTimeMillis())
                    .minus(Parcel.LIFE)
                    .plus(LEFT);
            engine.write(Parcel.TABLE.upsert(Parcel.of("ada", sent, "books"))).join();
            // With a time to live of its own, each of these would outlive the row by a whole life.
            engine.write(Parcel.TABLE
                            .update("ada", sent)
                            .set(Parcel.LABEL, "more books")
                            .put(Parcel.STOPS, "van", "out"))
                    .join();
            assertThat(cells(session)).isEqualTo(1);
            Instant expired = sent.plus(Parcel.LIFE).plusMillis(1500);
            TimeUnit.MILLISECONDS.sleep(Duration.between(Instant.now(), expired).toMillis());
            assertThat(cells(session)).isZero();
        }
    }

    private static int cells(CqlSession session) {
        return session.execute("SELECT * FROM server_expiry.parcels WHERE owner = 'ada'")
                .all()
                .size();
    }
}
