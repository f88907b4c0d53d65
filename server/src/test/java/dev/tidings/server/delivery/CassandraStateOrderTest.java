package dev.tidings.server.delivery;

import dev.tidings.lab.cassandra.SharedCassandra;
import dev.tidings.tables.NotificationRow;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Schema;
import dev.tidings.widecolumn.cassandra.CassandraConfig;
import dev.tidings.widecolumn.cassandra.CassandraEngine;
import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.nio.file.Path;
import java.util.Map;

class CassandraStateOrderTest extends StateOrderContract {
    @Override
    Engine open(Path folder, SteppedClock clock) {
        String datacenter = SharedCassandra.datacenter();
        return CassandraEngine.open(
                CassandraConfig.of(
                                SharedCassandra.contactPoints(),
                                datacenter,
                                new CqlKeyspace("states", Map.of(datacenter, 1)))
                        .withClock(clock),
                Schema.of("states", NotificationRow.TABLE));
    }

    @Override
    int runs() {
        return 60;
    }
}
