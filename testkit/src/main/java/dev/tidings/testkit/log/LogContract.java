package dev.tidings.testkit.log;

import dev.tidings.core.log.Log;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/**
 * The contract suite of logs, in two halves: {@link Shared} is what every log promises, also one whose partitions several processes take
 * over from each other; {@link Alone} adds what only a log promises that one process uses. An implementation runs its half by extending it
 * and implementing {@link #open}; no theme can be skipped. Each test has its own log with its own name.
 */
public abstract class LogContract {
    private LogContract() {}

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

    /** The half for every log: order, delivery at least once, ownership, contents. */
    public abstract static class Shared extends LogContract {
        @Nested
        final class Ordering extends RecordOrderContract {
            Ordering() {
                super(Shared.this);
            }
        }

        @Nested
        final class Delivery extends DeliveryContract {
            Delivery() {
                super(Shared.this);
            }
        }

        @Nested
        final class Owners extends OwnershipContract {
            Owners() {
                super(Shared.this);
            }
        }

        @Nested
        final class Contents extends RoundTripLogContract {
            Contents() {
                super(Shared.this);
            }
        }

        @Nested
        final class Concurrency extends LogConcurrencyContract {
            Concurrency() {
                super(Shared.this);
            }
        }

        @Nested
        final class Lifecycle extends LogLifecycleContract {
            Lifecycle() {
                super(Shared.this);
            }
        }
    }

    /**
     * Both halves, for a log that one process uses alone: what is new is known to be new, nothing is handed out twice, and backlogs are
     * exact.
     */
    public abstract static class Alone extends Shared {
        @Nested
        final class ExactDelivery extends ExactDeliveryContract {
            ExactDelivery() {
                super(Alone.this);
            }
        }

        @Nested
        final class ExactBacklog extends ExactBacklogContract {
            ExactBacklog() {
                super(Alone.this);
            }
        }

        @Nested
        final class Parking extends ParkingContract {
            Parking() {
                super(Alone.this);
            }
        }

        @Nested
        final class Overload extends OverloadContract {
            Overload() {
                super(Alone.this);
            }
        }
    }
}
