package dev.tidings.testkit.log;

import dev.tidings.core.log.Log;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/**
 * What every log must do alike. An engine runs all of it by extending this class and saying how it is opened; there is no way to
 * leave a theme out. Each test has a log of its own, by a name of its own.
 */
public abstract class LogContract {

    /**
     * How much may wait before appends are refused.
     *
     * @param backlog records of all tenants
     * @param tenantBacklog records of each tenant
     */
    public record Limits(long backlog, long tenantBacklog) {
        /** More than any test appends that is not about limits. */
        static final Limits WIDE = new Limits(10_000_000, 10_000_000);
    }

    /**
     * Opens the log of that name: a new one if there is none, otherwise with what was left in it. Never called while it is
     * open.
     */
    protected abstract Log open(String name, Limits limits) throws Exception;

    /** How long to wait for records that must come. Nothing here takes long; a log that hands out nothing should not hang a build. */
    protected Duration patience() {
        return Duration.ofSeconds(60);
    }

    @Nested
    final class Turns extends TurnsContract {
        Turns() {
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
    final class Aside extends AsideContract {
        Aside() {
            super(LogContract.this);
        }
    }

    @Nested
    final class Contents extends ContentsContract {
        Contents() {
            super(LogContract.this);
        }
    }

    @Nested
    final class Together extends TogetherContract {
        Together() {
            super(LogContract.this);
        }
    }

    @Nested
    final class Lifecycle extends LifecycleContract {
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
