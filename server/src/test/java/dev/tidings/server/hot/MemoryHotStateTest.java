package dev.tidings.server.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.Admission;
import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.RateWindow;
import dev.tidings.core.hot.UnreadCount;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import dev.tidings.testkit.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests of the bound of the hot state in memory. */
class MemoryHotStateTest {
    private static final int MAX = 100;
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final SteppedClock clock = new SteppedClock();
    private final MemoryHotState hot = new MemoryHotState(clock, MAX, LEASE);

    @Test
    void entries_stayWithinTheBound() {
        for (int i = 0; i < 1_000; i++) {
            UserKey user = user(i);
            count(user, 1);
            hot.preferences()
                    .putIfUnchanged(user, hot.preferences().find(user).join().version(), Preferences.NONE);
            hot.contacts().putIfUnchanged(user, hot.contacts().find(user).join().version(), Contact.UNKNOWN);
            RateWindow window = new RateWindow(user, "offer", 1);
            Admission.WindowNotLoaded unknown = (Admission.WindowNotLoaded)
                    hot.rateWindows().admit(window, new UUID(0, i), 1).join();
            hot.rateWindows().load(window, unknown.version(), Set.of());
        }
        assertThat(hot.size()).isEqualTo(MAX);
    }

    @Test
    void entriesOfLookups_areEvicted() {
        for (int i = 0; i < 1_000; i++) {
            hot.unread().find(user(i)).join();
        }
        assertThat(hot.size()).isEqualTo(MAX);
    }

    @Test
    void usedEntry_staysLonger() {
        UserKey busy = user(-1);
        count(busy, 7);
        for (int i = 0; i < 1_000; i++) {
            count(user(i), 1);
            assertThat(found(busy)).as("after %d others", i).isEqualTo(7);
        }
    }

    @Test
    void writeLease_isNotEvicted() {
        UnreadCounts counts = hot.unread();
        UserKey written = user(-1);
        CacheVersion count = counts.find(written).join().version();
        CacheVersion write = counts.beginChange(written).join();
        for (int i = 0; i < 1_000; i++) {
            count(user(i), 1);
        }
        counts.putIfUnchanged(written, count, new UnreadCount(3, Instant.MAX));
        count(written, 3);
        assertThat(counts.find(written).join().value()).isEmpty();
        counts.changed(written, write, 1, Instant.MAX, List.of());
        count(written, 4);
        assertThat(found(written)).isEqualTo(4);
    }

    @Test
    void expiredLeases_areEvicted() {
        for (int i = 0; i < 1_000; i++) {
            hot.unread().beginChange(user(i));
        }
        assertThat(hot.size()).isEqualTo(1_000);
        clock.advance(LEASE);
        for (int i = 0; i < 10; i++) {
            count(user(-1), 1);
        }
        assertThat(hot.size()).isEqualTo(MAX);
    }

    private long found(UserKey user) {
        return hot.unread().find(user).join().value().orElseThrow().unread();
    }

    private void count(UserKey user, long unread) {
        CacheVersion version = hot.unread().find(user).join().version();
        hot.unread().putIfUnchanged(user, version, new UnreadCount(unread, Instant.MAX));
    }

    private static UserKey user(int number) {
        return new UserKey("acme", "usr_" + number);
    }
}
