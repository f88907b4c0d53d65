package dev.tidings.testkit.log;

import dev.tidings.core.log.Log;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/**
 * The contract suite of logs. An implementation runs all of it by extending this class and implementing {@link #open}; no theme
 * can be skipped. Each test has its own log with its own name.
 */
public abstract class LogContract {

    /**
     * The backlog limits beyond which appends are refused.
     *
     * @param backlog records of all tenants
     * @param tenantBacklog records of each tenant
     */
    public record Limits(long backlog, long tenantBacklog) {
        /** Limits that no test reaches, except those about limits. */
        static final Limits WIDE = new Limits(10_000_000, 10_000_000);
    }

    /**
     * Opens the log with this name: a new one if there is none, otherwise with its existing records. Never called while it is
     * open.
     */
    protected abstract Log open(String name, Limits limits) throws Exception;

    /** The timeout for expected records: a log that returns none must not block the build. */
    protected Duration pollTimeout() {
        return Duration.ofSeconds(60);
    }

    @Nested
    final class Ordering extends RecordOrderContract {
        Ordering() {
            super(LogContract.this);
        }
    }

    @Nested
    final class Delivery extends DeliveryContract {
        Delivery() {
            super(LogContract.this);
        }
    }

    @Nested
    final class Parking extends ParkingContract {
        Parking() {
            super(LogContract.this);
        }
    }

    @Nested
    final class Contents extends RoundTripLogContract {
        Contents() {
            super(LogContract.this);
        }
    }

    @Nested
    final class Concurrency extends LogConcurrencyContract {
        Concurrency() {
            super(LogContract.this);
        }
    }

    @Nested
    final class Lifecycle extends LogLifecycleContract {
        Lifecycle() {
            super(LogContract.this);
        }
    }

    @Nested
    final class Overload extends OverloadContract {
        Overload() {
            super(LogContract.this);
        }
    }
}
