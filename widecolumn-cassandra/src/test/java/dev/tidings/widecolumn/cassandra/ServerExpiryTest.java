package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of expiry on the server: plain CQL reads the row, without the filter of the engine. */
class ServerExpiryTest {
    @Test
    void noGhostIsLeftOfARowThatWasUpdatedLate() throws Exception {
        CassandraConfig config = TestCluster.config("server_expiry");
        try (CassandraEngine engine = CassandraEngine.open(config, Parcel.SCHEMA);
                CqlSession session = Sessions.open(config)) {
            Instant sent = Instant.ofEpochMilli(System.currentTimeMillis());
            engine.write(Parcel.SHORT_LIVED.upsert(Parcel.of("ada", sent, "books")))
                    .join();
            TimeUnit.SECONDS.sleep(3);
            // With a full time to live each, these would outlive the row by half of it.
            engine.write(Parcel.SHORT_LIVED
                            .update("ada", sent)
                            .set(Parcel.LABEL, "more books")
                            .put(Parcel.STOPS, "van", "out"))
                    .join();
            assertThat(cells(session)).isEqualTo(1);
            Instant expired = sent.plus(Parcel.SHORT_LIFE).plusMillis(1500);
            TimeUnit.MILLISECONDS.sleep(Duration.between(Instant.now(), expired).toMillis());
            assertThat(cells(session)).isZero();
        }
    }

    private static int cells(CqlSession session) {
        return session.execute("SELECT * FROM server_expiry.short_lived_parcels WHERE owner = 'ada'")
                .all()
                .size();
    }
}
