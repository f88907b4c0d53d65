package dev.tidings.testkit.hot;

import dev.tidings.core.hot.HotState;
import java.time.Duration;
import org.junit.jupiter.api.Nested;

/**
 * What every hot state must do alike. An engine runs all of it by extending this class and saying how it is opened; there is no way
 * to leave a theme out. Each test has one of its own, which is empty, and as old as it has to be for something to be kept.
 */
public abstract class HotStateContract {

    /** A hot state, and what a test has to do to it from outside. */
    public interface Subject extends AutoCloseable {
        HotState state();

        /** How long an announcement holds that nobody ends. */
        Duration lease();

        /** Lets so much time pass for it: by stepping its clock, or by waiting. */
        void pass(Duration time);

        /** What a restart or a failover does: all of it is gone, announcements included. */
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
    final class Counts extends CountContract {
        Counts() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class Wishes extends PreferenceContract {
        Wishes() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class Places extends ContactContract {
        Places() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class Windows extends WindowContract {
        Windows() {
            super(HotStateContract.this);
        }
    }

    @Nested
    final class Live extends LiveContract {
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
    final class Together extends TogetherContract {
        Together() {
            super(HotStateContract.this);
        }
    }
}
