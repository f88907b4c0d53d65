package dev.tidings.testkit.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.Stamp;
import dev.tidings.core.hot.UnreadCount;
import dev.tidings.core.meta.Contact;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What was read before a change is never found after it, whoever dies and whatever is lost. */
abstract class FenceContract<V> extends HotTheme {
    FenceContract(HotStateContract contract) {
        super(contract);
    }

    abstract FencedCache<V> cache();

    /** Something to keep, another one for each number. */
    abstract V value(int number);

    /** Ends a change whose outcome is known. */
    abstract void changed(Stamp stamp);

    Optional<V> found(UserKey user) {
        return await(cache().find(user)).value();
    }

    Stamp stamp() {
        return await(cache().find(BOB)).stamp();
    }

    void keep(Stamp stamp, V value) {
        await(cache().keep(BOB, stamp, value));
    }

    Stamp changing() {
        return await(cache().changing(BOB));
    }

    void changedPerhaps(Stamp stamp) {
        await(cache().changedPerhaps(BOB, stamp));
    }

    private void assertNothingFound() {
        assertThat(found(BOB)).isEmpty();
    }

    @Test
    void whatIsKeptIsFound() {
        assertNothingFound();
        keep(stamp(), value(3));
        assertThat(found(BOB)).contains(value(3));
        keep(stamp(), value(4));
        assertThat(found(BOB)).contains(value(4));
    }

    /** Others keep things by the stamp as well, and go by it alone. */
    @Test
    void whileAChangeIsUnderWayThereIsNoStampToKeepAnythingBy() {
        Stamp before = stamp();
        Stamp change = changing();
        assertThat(stamp()).isEqualTo(Stamp.NONE);
        changed(change);
        assertThat(stamp()).isNotEqualTo(before).isNotEqualTo(Stamp.NONE);
        assertThat(stamp()).isEqualTo(stamp());
    }

    @Test
    void usersAndTenantsNeverMix() {
        keep(stamp(), value(1));
        for (UserKey other : OTHERS) {
            assertThat(found(other)).as("%s", other).isEmpty();
            await(cache().changedPerhaps(other, await(cache().changing(other))));
        }
        assertThat(found(BOB)).contains(value(1));
    }

    @Test
    void whatWasReadWhileSomebodyChangesItIsNotKept() {
        Stamp stamp = stamp();
        changing();
        keep(stamp, value(3));
        assertNothingFound();
    }

    @Test
    void whatWasBegunToBeReadDuringAChangeIsNotKept() {
        Stamp change = changing();
        Stamp stamp = stamp();
        keep(stamp, value(2));
        assertNothingFound();
        changedPerhaps(change);
        keep(stamp, value(3));
        assertNothingFound();
    }

    @Test
    void aChangeThatBeganAndEndedDuringAReadSpoilsIt() {
        Stamp stamp = stamp();
        changedPerhaps(changing());
        keep(stamp, value(3));
        assertNothingFound();
    }

    @Test
    void alsoOneWhoseOutcomeIsKnown() {
        Stamp stamp = stamp();
        changed(changing());
        keep(stamp, value(3));
        assertThat(found(BOB)).isNotEqualTo(Optional.of(value(3)));
    }

    @Test
    void oneOfTwoChangesIsNotAllOfThem() {
        Stamp first = changing();
        Stamp second = changing();
        changedPerhaps(first);
        keep(stamp(), value(3));
        assertNothingFound();
        changedPerhaps(second);
        keep(stamp(), value(4));
        assertThat(found(BOB)).contains(value(4));
    }

    @Test
    void anUnknownOutcomeForgetsWhatWasKnown() {
        keep(stamp(), value(3));
        changedPerhaps(changing());
        assertNothingFound();
    }

    @Test
    void whoNeverEndsAChangeIsTakenForDead() {
        keep(stamp(), value(3));
        changing();
        keep(stamp(), value(4));
        assertThat(found(BOB)).isNotEqualTo(Optional.of(value(4)));
        passALease();
        assertNothingFound();
        keep(stamp(), value(5));
        assertThat(found(BOB)).contains(value(5));
    }

    @Test
    void aDeadWriterIsNotKeptAliveByOthers() {
        changing();
        subject.pass(subject.lease().dividedBy(2));
        Stamp other = changing();
        subject.pass(subject.lease().dividedBy(2).plusMillis(1));
        changed(other);
        keep(stamp(), value(5));
        assertThat(found(BOB)).contains(value(5));
    }

    @Test
    void whatWasBegunToBeReadBeforeALeaseEndedIsNotKept() {
        changing();
        Stamp stamp = stamp();
        passALease();
        keep(stamp, value(3));
        assertNothingFound();
    }

    @Test
    void whoWasOnlySlowForgetsWhatWasKeptSince() {
        Stamp slow = changing();
        passALease();
        keep(stamp(), value(3));
        changed(slow);
        assertNothingFound();
    }

    @Test
    void anEndThatComesTwiceForgets() {
        Stamp change = changing();
        changed(change);
        keep(stamp(), value(3));
        changed(change);
        assertNothingFound();
    }

    @Test
    void nothingFromBeforeALossIsFound() {
        keep(stamp(), value(3));
        subject.lose();
        assertNothingFound();
    }

    @Test
    void whatWasBegunToBeReadBeforeALossIsNotKept() {
        Stamp stamp = stamp();
        subject.lose();
        stamp();
        passALease();
        keep(stamp, value(3));
        assertNothingFound();
    }

    /** Its announcement is lost, and its writer may die: nobody will ever say that the change was made. */
    @Test
    void aChangeAnnouncedBeforeALossHoldsForItsLease() {
        changing();
        subject.lose();
        keep(stamp(), value(3));
        assertNothingFound();
        passALease();
        keep(stamp(), value(4));
        assertThat(found(BOB)).contains(value(4));
    }

    @Test
    void aChangeThatEndsAfterALossForgets() {
        Stamp change = changing();
        subject.lose();
        passALease();
        keep(stamp(), value(3));
        changed(change);
        assertNothingFound();
    }

    abstract static class OfCounts extends FenceContract<UnreadCount> {
        OfCounts(HotStateContract contract) {
            super(contract);
        }

        @Override
        FencedCache<UnreadCount> cache() {
            return hot.unread();
        }

        @Override
        UnreadCount value(int number) {
            return new UnreadCount(number, Instant.parse("2100-01-01T00:00:00Z"));
        }

        @Override
        void changed(Stamp stamp) {
            await(hot.unread().changed(BOB, stamp, 100, Instant.MAX));
        }
    }

    abstract static class OfPreferences extends FenceContract<Preferences> {
        OfPreferences(HotStateContract contract) {
            super(contract);
        }

        @Override
        FencedCache<Preferences> cache() {
            return hot.preferences();
        }

        @Override
        Preferences value(int number) {
            return version(number);
        }

        @Override
        void changed(Stamp stamp) {
            await(hot.preferences().changed(BOB, stamp, version(2)));
        }
    }

    abstract static class OfContacts extends FenceContract<Contact> {
        OfContacts(HotStateContract contract) {
            super(contract);
        }

        @Override
        FencedCache<Contact> cache() {
            return hot.contacts();
        }

        @Override
        Contact value(int number) {
            return contact("bob" + number + "@example.com");
        }

        @Override
        void changed(Stamp stamp) {
            await(hot.contacts().changedPerhaps(BOB, stamp));
        }
    }
}
