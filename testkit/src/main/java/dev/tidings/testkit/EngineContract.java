package dev.tidings.testkit;

import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Schema;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;

/**
 * What every engine must do alike. An engine runs all of it by extending this class and saying how it is opened; there is no way to
 * leave a theme out, so what an engine lacks is a test that fails by its name.
 *
 * <p>Each theme opens one engine for all of its tests, and each test writes under a tenant of its own, so nothing needs to be
 * emptied in between and a server can be shared. Where there is a choice, the answer is Cassandra's.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class EngineContract {

    /**
     * Opens the store that the schema's name stands for: a new one if there is none, otherwise with what earlier engines left
     * in it. Never called while another engine has that store open.
     */
    protected abstract Engine open(Schema schema, InstantSource clock) throws Exception;

    /**
     * Lets a few seconds pass. An engine whose server expires rows by its own clock has to wait for that as well, where a test
     * depends on the row being gone there too.
     */
    protected void pass(Duration time, SteppedClock clock) throws InterruptedException {
        clock.advance(time);
    }

    /** How many times threads race for one row. */
    protected int races() {
        return 200;
    }

    /** How many random histories are compared with the model; each has its own seed, counted from one. */
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
    final class Keys extends KeyContract {
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
    final class Lifecycle extends LifecycleContract {
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
