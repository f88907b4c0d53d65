package dev.tidings.testkit;

import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Schema;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * The contract suite of engines. An engine runs all of it by extending this class and implementing {@link #open}; no theme can be
 * skipped, so a missing capability shows as a failing test with its name.
 *
 * <p>Each theme opens one engine for all of its tests, and each test writes under a tenant of its own, so no cleanup is needed
 * and a server can be shared. Where there is a choice, the contract follows Cassandra.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EngineContract {

    /**
     * Opens the store named by the schema: a new one if there is none, otherwise with the data of earlier engines. Never called
     * while another engine has that store open.
     */
    protected abstract Engine open(Schema schema, InstantSource clock) throws Exception;

    /** Lets a few seconds pass. An engine whose server expires rows by its own clock must wait in real time as well. */
    protected void pass(Duration time, SteppedClock clock) throws InterruptedException {
        clock.advance(time);
    }

    /** The number of races of threads for one row. */
    protected int races() {
        return 200;
    }

    /** The number of random histories compared with the model; their seeds count from one. */
    protected int histories() {
        return 25;
    }

    @Nested
    final class Merging extends MergeContract {
        Merging() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class Collections extends CollectionContract {
        Collections() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class WriteTimes extends WriteTimeContract {
        WriteTimes() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class Histories extends HistoryContract {
        Histories() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class InsertsIfAbsent extends InsertIfAbsentContract {
        InsertsIfAbsent() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class Slices extends SliceContract {
        Slices() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class Cursors extends CursorContract {
        Cursors() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class Keys extends RowKeyContract {
        Keys() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class KeyOrder extends KeyOrderContract {
        KeyOrder() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class Expiry extends ExpiryContract {
        Expiry() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class MovingExpiry extends MovingExpiryContract {
        MovingExpiry() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class Batches extends BatchContract {
        Batches() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class Concurrency extends ConcurrencyContract {
        Concurrency() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class Lifecycle extends EngineLifecycleContract {
        Lifecycle() {
            super(EngineContract.this);
        }
    }

    @Nested
    final class Evolution extends EvolutionContract {
        Evolution() {
            super(EngineContract.this);
        }
    }
}
