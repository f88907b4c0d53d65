package dev.tidings.server.hot;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedMethod;

import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.HotState;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.PreferenceCache;
import dev.tidings.core.hot.RateWindows;
import dev.tidings.core.hot.Tickets;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.meta.Contact;
import dev.tidings.testkit.hot.HotStateContract;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** A suite that can't turn red proves nothing: each mistake is noticed by the test that is there for it. */
class HotStateContractCanFailTest {
    private static volatile BrokenHotState mistake;

    /** Found only by the test below: its name is none that a build looks for. */
    static final class Broken extends HotStateContract {
        @Override
        protected Subject open() {
            return new BrokenSubject();
        }
    }

    private static final class BrokenSubject extends MemorySubject {
        @Override
        public HotState state() {
            HotState whole = super.state();
            UnreadCounts unread = mistake.around(whole.unread(), UnreadCounts.class);
            PreferenceCache preferences = mistake.around(whole.preferences(), PreferenceCache.class);
            FencedCache<Contact> contacts = mistake.aroundContacts(whole.contacts());
            RateWindows windows = mistake.around(whole.windows(), RateWindows.class);
            LiveBus live = mistake.around(whole.live(), LiveBus.class);
            Tickets tickets = mistake.around(whole.tickets(), Tickets.class);
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
                public RateWindows windows() {
                    return windows;
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
            if (mistake != BrokenHotState.NEVER_GIVES_UP_ON_A_WRITER) {
                super.pass(time);
            }
        }

        @Override
        public void lose() {
            if (mistake != BrokenHotState.LOSES_NOTHING) {
                super.lose();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMistakeIsNoticed(BrokenHotState broken) {
        mistake = broken;
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
