package dev.tidings.testkit.hot;

import dev.tidings.core.hot.HotState;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/**
 * The contract suite of the hot state. An implementation runs all of it by extending this class and implementing {@link #open};
 * no theme can be skipped. Each test has its own hot state, which is empty, and old enough to accept values.
 */
public abstract class HotStateContract {

    /** A hot state under test, with control over its time and data. */
    public interface Subject extends AutoCloseable {
        HotState state();

        /** The duration of a write lease that is never ended. */
        Duration lease();

        /** Lets time pass for it, by stepping its clock or by waiting. */
        void pass(Duration time);

        /** Loses all data, leases included, like a restart or a failover. */
        void lose();

        @Override
        void close();
    }

    protected abstract Subject open() throws Exception;

    @Nested
    final class CountFences extends FenceContract.OfCounts {
        CountFences() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class PreferenceFences extends FenceContract.OfPreferences {
        PreferenceFences() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class ContactFences extends FenceContract.OfContacts {
        ContactFences() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class Counts extends UnreadCountContract {
        Counts() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class PreferenceCache extends PreferenceCacheContract {
        PreferenceCache() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class ContactCache extends ContactCacheContract {
        ContactCache() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class Windows extends RateWindowContract {
        Windows() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class Live extends LiveBusContract {
        Live() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class Tickets extends TicketContract {
        Tickets() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class Concurrency extends HotConcurrencyContract {
        Concurrency() {
            super(HotStateContract.this);
        }
    }
}
