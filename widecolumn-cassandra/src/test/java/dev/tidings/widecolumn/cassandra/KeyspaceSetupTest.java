package dev.tidings.widecolumn.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.tidings.widecolumn.Column;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.Table;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests of the setup of an existing keyspace. */
class KeyspaceSetupTest {
    record Changed(String owner, Instant sent, Long label, String carrier) {}

    @Test
    void allDifferencesAreListedAndNothingIsChanged() {
        CassandraConfig config = TestCluster.config("setup_differs");
        CassandraEngine.open(config, Parcel.SCHEMA).close();
        Table<Changed> changed = Table.named("parcels")
                .comment("sorted the other way, with a label that is a number and a new column")
                .partition(Parcel.OWNER)
                .clustering(Parcel.SENT.asc())
                .columns(Column.bigint("label", "a number now"), Column.text("carrier", "new"))
                .serves(Parcel.ALL)
                .rows(Changed.class);
        assertThatThrownBy(() -> CassandraEngine.open(config, Schema.of("parcels", changed)))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("table parcels has column sent")
                .hasMessageContaining("desc")
                .hasMessageContaining("asc")
                .hasMessageContaining("table parcels has column label")
                .hasMessageContaining("bigint");
        try (CqlSession session = SessionFactory.open(config)) {
            assertThat(session.execute(
                            "SELECT column_name FROM system_schema.columns WHERE keyspace_name = 'setup_differs'"
                                    + " AND table_name = 'parcels'"))
                    .extracting(row -> row.getString(0))
                    .containsExactlyInAnyOrder("owner", "sent", "label", "stops");
        }
    }

    @Test
    void aKeyspaceOfANewerVersionIsRefused() {
        CassandraConfig config = TestCluster.config("setup_newer");
        CassandraEngine.open(config, Parcel.SCHEMA).close();
        try (CqlSession session = SessionFactory.open(config)) {
            session.execute("INSERT INTO setup_newer.widecolumn_format (name, value) VALUES ('format', 2)");
        }
        assertThatThrownBy(() -> CassandraEngine.open(config, Parcel.SCHEMA))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("setting keyspace")
                .hasMessageContaining("setup_newer was written by a newer version")
                .hasMessageContaining("format 2");
    }
}
