package dev.tidings.server.hot;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedMethod;

import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.HotState;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.PreferenceCache;
import dev.tidings.core.hot.RateWindows;
import dev.tidings.core.hot.Tickets;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.metadata.Contact;
import dev.tidings.testkit.hot.HotStateContract;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Tests that the hot state contract can fail: each fault is detected by its contract test. */
class HotStateContractCanFailTest {
    private static volatile BrokenHotState fault;

    /** Run only by the test below: its name does not match the build's test pattern. */
    static final class Broken extends HotStateContract {
        @Override
        protected Subject open() {
            return new BrokenSubject();
        }
    }

    /** A hot state with the current fault. */
    private static final class BrokenSubject extends MemorySubject {
        @Override
        public HotState state() {
            HotState whole = super.state();
            UnreadCounts unread = fault.around(whole.unread(), UnreadCounts.class);
            PreferenceCache preferences = fault.around(whole.preferences(), PreferenceCache.class);
            FencedCache<Contact> contacts = fault.aroundContacts(whole.contacts());
            RateWindows windows = fault.around(whole.rateWindows(), RateWindows.class);
            LiveBus live = fault.around(whole.live(), LiveBus.class);
            Tickets tickets = fault.around(whole.tickets(), Tickets.class);
            return new HotState() {
                @Override
                public LiveBus live() {
                    return live;
                }

                @Override
                public Tickets tickets() {
                    return tickets;
                }

                @Override
                public UnreadCounts unread() {
                    return unread;
                }

                @Override
                public PreferenceCache preferences() {
                    return preferences;
                }

                @Override
                public FencedCache<Contact> contacts() {
                    return contacts;
                }

                @Override
                public RateWindows rateWindows() {
                    return windows;
                }

                @Override
                public CompletableFuture<Void> forget(String tenant) {
                    return fault == BrokenHotState.FORGETS_NOTHING
                            ? CompletableFuture.completedFuture(null)
                            : whole.forget(tenant);
                }

                @Override
                public Optional<String> problem() {
                    return whole.problem();
                }

                @Override
                public void close() {
                    whole.close();
                }
            };
        }

        @Override
        public void pass(Duration time) {
            if (fault != BrokenHotState.LEASES_NEVER_EXPIRE) {
                super.pass(time);
            }
        }

        @Override
        public void lose() {
            if (fault != BrokenHotState.LOSES_NOTHING) {
                super.lose();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void fault_isDetected(BrokenHotState broken) {
        fault = broken;
        EngineTestKit.engine("junit-jupiter")
                .selectors(selectNestedMethod(
                        List.of(Broken.class.getName()),
                        HotStateContract.class.getName() + "$" + broken.theme,
                        broken.noticedBy))
                .execute()
                .testEvents()
                .assertStatistics(events -> events.started(1).failed(1));
    }
}
