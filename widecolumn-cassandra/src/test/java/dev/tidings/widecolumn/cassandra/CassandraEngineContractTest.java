package dev.tidings.widecolumn.cassandra;

import dev.tidings.testkit.EngineContract;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Schema;
import java.time.Duration;
import java.time.InstantSource;

/** The engine contract on Cassandra. */
class CassandraEngineContractTest extends EngineContract {

    @Override
    protected Engine open(Schema schema, InstantSource clock) {
        return CassandraEngine.open(TestCluster.config(schema.name()).withClock(clock), schema);
    }

    /** The server expires rows by its own clock, which can't be stepped: tests of expiry have to wait. */
    @Override
    protected void pass(Duration time, SteppedClock clock) throws InterruptedException {
        clock.advance(time);
        Thread.sleep(time.plusSeconds(2).toMillis());
    }

    /** Racers wait for each other here, by pauses of the server; {@code ./tidings torture cluster} has many more races. */
    @Override
    protected int races() {
        return 100;
    }
}
