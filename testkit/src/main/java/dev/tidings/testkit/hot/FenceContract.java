package dev.tidings.testkit.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.UnreadCount;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Contract of fenced caches: a value read before a change is never returned after it, despite crashed writers and lost cache
 * state.
 */
abstract class FenceContract<V> extends HotTheme {
    FenceContract(HotStateContract contract) {
        super(contract);
    }

    abstract FencedCache<V> cache();

    /** A value to cache, distinct for each number. */
    abstract V value(int number);

    /** Ends a change with a known outcome. */
    abstract void changed(CacheVersion stamp);

    Optional<V> found(UserKey user) {
        return await(cache().find(user)).value();
    }

    CacheVersion stamp() {
        return await(cache().find(BOB)).version();
    }

    void keep(CacheVersion stamp, V value) {
        await(cache().putIfUnchanged(BOB, stamp, value));
    }

    CacheVersion changing() {
        return await(cache().beginChange(BOB));
    }

    void changedPerhaps(CacheVersion stamp) {
        await(cache().changedUnknown(BOB, stamp));
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

    /** Other caches rely on the version alone. */
    @Test
    void duringAChange_thereIsNoVersionToCacheBy() {
        CacheVersion before = stamp();
        CacheVersion change = changing();
        assertThat(stamp()).isEqualTo(CacheVersion.NONE);
        changed(change);
        assertThat(stamp()).isNotEqualTo(before).isNotEqualTo(CacheVersion.NONE);
        assertThat(stamp()).isEqualTo(stamp());
    }

    @Test
    void usersAndTenantsNeverMix() {
        keep(stamp(), value(1));
        for (UserKey other : OTHERS) {
            assertThat(found(other)).as("%s", other).isEmpty();
            await(cache().changedUnknown(other, await(cache().beginChange(other))));
        }
        assertThat(found(BOB)).contains(value(1));
    }

    @Test
    void valueReadBeforeAChange_isNotCached() {
        CacheVersion stamp = stamp();
        changing();
        keep(stamp, value(3));
        assertNothingFound();
    }

    @Test
    void readStartedDuringAChange_isNotCached() {
        CacheVersion change = changing();
        CacheVersion stamp = stamp();
        keep(stamp, value(2));
        assertNothingFound();
        changedPerhaps(change);
        keep(stamp, value(3));
        assertNothingFound();
    }

    @Test
    void changeDuringARead_preventsCaching() {
        CacheVersion stamp = stamp();
        changedPerhaps(changing());
        keep(stamp, value(3));
        assertNothingFound();
    }

    @Test
    void knownChangeDuringARead_preventsCaching() {
        CacheVersion stamp = stamp();
        changed(changing());
        keep(stamp, value(3));
        assertThat(found(BOB)).isNotEqualTo(Optional.of(value(3)));
    }

    @Test
    void endOfOneChange_doesNotEndTheOther() {
        CacheVersion first = changing();
        CacheVersion second = changing();
        changedPerhaps(first);
        keep(stamp(), value(3));
        assertNothingFound();
        changedPerhaps(second);
        keep(stamp(), value(4));
        assertThat(found(BOB)).contains(value(4));
    }

    @Test
    void unknownOutcome_dropsTheCachedValue() {
        keep(stamp(), value(3));
        changedPerhaps(changing());
        assertNothingFound();
    }

    @Test
    void unendedChange_expiresWithItsLease() {
        keep(stamp(), value(3));
        changing();
        keep(stamp(), value(4));
        assertThat(found(BOB)).isNotEqualTo(Optional.of(value(4)));
        expireLeases();
        assertNothingFound();
        keep(stamp(), value(5));
        assertThat(found(BOB)).contains(value(5));
    }

    @Test
    void otherWriters_doNotExtendAnExpiredLease() {
        changing();
        subject.pass(subject.lease().dividedBy(2));
        CacheVersion other = changing();
        subject.pass(subject.lease().dividedBy(2).plusMillis(1));
        changed(other);
        keep(stamp(), value(5));
        assertThat(found(BOB)).contains(value(5));
    }

    @Test
    void readStartedBeforeLeaseExpiry_isNotCached() {
        changing();
        CacheVersion stamp = stamp();
        expireLeases();
        keep(stamp, value(3));
        assertNothingFound();
    }

    @Test
    void slowWriter_dropsValuesCachedSince() {
        CacheVersion slow = changing();
        expireLeases();
        keep(stamp(), value(3));
        changed(slow);
        assertNothingFound();
    }

    @Test
    void duplicateEnd_dropsTheCachedValue() {
        CacheVersion change = changing();
        changed(change);
        keep(stamp(), value(3));
        changed(change);
        assertNothingFound();
    }

    @Test
    void nothingCachedBeforeALoss_isFound() {
        keep(stamp(), value(3));
        subject.lose();
        assertNothingFound();
    }

    @Test
    void readStartedBeforeALoss_isNotCached() {
        CacheVersion stamp = stamp();
        subject.lose();
        stamp();
        expireLeases();
        keep(stamp, value(3));
        assertNothingFound();
    }

    /** Its lease is lost and its writer may crash, so that the end of the change may never be reported. */
    @Test
    void changeBeforeALoss_blocksForItsLease() {
        changing();
        subject.lose();
        keep(stamp(), value(3));
        assertNothingFound();
        expireLeases();
        keep(stamp(), value(4));
        assertThat(found(BOB)).contains(value(4));
    }

    @Test
    void changeEndingAfterALoss_dropsTheValue() {
        CacheVersion change = changing();
        subject.lose();
        expireLeases();
        keep(stamp(), value(3));
        changed(change);
        assertNothingFound();
    }

    /** The contract on unread counts. */
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
        void changed(CacheVersion stamp) {
            await(hot.unread().changed(BOB, stamp, 100, Instant.MAX));
        }
    }

    /** The contract on preferences. */
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
        void changed(CacheVersion stamp) {
            await(hot.preferences().changed(BOB, stamp, version(2)));
        }
    }

    /** The contract on contacts. */
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
        void changed(CacheVersion stamp) {
            await(hot.contacts().changedUnknown(BOB, stamp));
        }
    }
}
