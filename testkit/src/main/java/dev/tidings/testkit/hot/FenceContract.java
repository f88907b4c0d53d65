package dev.tidings.testkit.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.hot.UnreadCount;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Contract of the caches in the hot state that are fenced by versions: a value read before a change is never returned after it,
 * despite crashed writers and lost cache state. Runs for unread counts, preferences and contacts.
 */
abstract class FenceContract<V> extends HotTheme {
    FenceContract(HotStateContract contract) {
        super(contract);
    }

    abstract FencedCache<V> cache();

    /** A value to cache, distinct for each number. */
    abstract V value(int number);

    /** Ends a change with a known outcome. */
    abstract void changed(CacheVersion version);

    Optional<V> found(UserKey user) {
        return await(cache().find(user)).value();
    }

    CacheVersion version() {
        return await(cache().find(BOB)).version();
    }

    void keep(CacheVersion version, V value) {
        await(cache().putIfUnchanged(BOB, version, value));
    }

    CacheVersion changing() {
        return await(cache().beginChange(BOB));
    }

    void changedPerhaps(CacheVersion version) {
        await(cache().changedUnknown(BOB, version));
    }

    private void assertNothingFound() {
        assertThat(found(BOB)).isEmpty();
    }

    @Test
    void whatIsKeptIsFound() {
        assertNothingFound();
        keep(version(), value(3));
        assertThat(found(BOB)).contains(value(3));
        keep(version(), value(4));
        assertThat(found(BOB)).contains(value(4));
    }

    /** Other caches rely on the version alone. */
    @Test
    void duringAChange_thereIsNoVersionToCacheBy() {
        CacheVersion before = version();
        CacheVersion change = changing();
        assertThat(version()).isEqualTo(CacheVersion.NONE);
        changed(change);
        assertThat(version()).isNotEqualTo(before).isNotEqualTo(CacheVersion.NONE);
        assertThat(version()).isEqualTo(version());
    }

    @Test
    void usersAndTenantsNeverMix() {
        keep(version(), value(1));
        for (UserKey other : OTHERS) {
            assertThat(found(other)).as("%s", other).isEmpty();
            await(cache().changedUnknown(other, await(cache().beginChange(other))));
        }
        assertThat(found(BOB)).contains(value(1));
    }

    @Test
    void forgottenTenant_isNotFound() {
        UserKey other = new UserKey(BOB.tenant() + "2", BOB.user());
        await(cache().putIfUnchanged(other, await(cache().find(other)).version(), value(2)));
        keep(version(), value(1));
        CacheVersion before = version();

        await(hot.forget(BOB.tenant()));

        assertNothingFound();
        keep(before, value(1));
        assertNothingFound();
        assertThat(found(other)).contains(value(2));
        keep(version(), value(3));
        assertThat(found(BOB)).contains(value(3));
    }

    @Test
    void valueReadBeforeAChange_isNotCached() {
        CacheVersion version = version();
        changing();
        keep(version, value(3));
        assertNothingFound();
    }

    @Test
    void readStartedDuringAChange_isNotCached() {
        CacheVersion change = changing();
        CacheVersion version = version();
        keep(version, value(2));
        assertNothingFound();
        changedPerhaps(change);
        keep(version, value(3));
        assertNothingFound();
    }

    @Test
    void changeDuringARead_preventsCaching() {
        CacheVersion version = version();
        changedPerhaps(changing());
        keep(version, value(3));
        assertNothingFound();
    }

    @Test
    void knownChangeDuringARead_preventsCaching() {
        CacheVersion version = version();
        changed(changing());
        keep(version, value(3));
        assertThat(found(BOB)).isNotEqualTo(Optional.of(value(3)));
    }

    @Test
    void endOfOneChange_doesNotEndTheOther() {
        CacheVersion first = changing();
        CacheVersion second = changing();
        changedPerhaps(first);
        keep(version(), value(3));
        assertNothingFound();
        changedPerhaps(second);
        keep(version(), value(4));
        assertThat(found(BOB)).contains(value(4));
    }

    @Test
    void unknownOutcome_dropsTheCachedValue() {
        keep(version(), value(3));
        changedPerhaps(changing());
        assertNothingFound();
    }

    @Test
    void unendedChange_expiresWithItsLease() {
        keep(version(), value(3));
        changing();
        keep(version(), value(4));
        assertThat(found(BOB)).isNotEqualTo(Optional.of(value(4)));
        expireLeases();
        assertNothingFound();
        keep(version(), value(5));
        assertThat(found(BOB)).contains(value(5));
    }

    @Test
    void otherWriters_doNotExtendAnExpiredLease() {
        changing();
        subject.pass(subject.lease().dividedBy(2));
        CacheVersion other = changing();
        subject.pass(subject.lease().dividedBy(2).plusMillis(1));
        changed(other);
        keep(version(), value(5));
        assertThat(found(BOB)).contains(value(5));
    }

    @Test
    void readStartedBeforeLeaseExpiry_isNotCached() {
        changing();
        CacheVersion version = version();
        expireLeases();
        keep(version, value(3));
        assertNothingFound();
    }

    @Test
    void slowWriter_dropsValuesCachedSince() {
        CacheVersion slow = changing();
        expireLeases();
        keep(version(), value(3));
        changed(slow);
        assertNothingFound();
    }

    @Test
    void duplicateEnd_dropsTheCachedValue() {
        CacheVersion change = changing();
        changed(change);
        keep(version(), value(3));
        changed(change);
        assertNothingFound();
    }

    @Test
    void nothingCachedBeforeALoss_isFound() {
        keep(version(), value(3));
        subject.lose();
        assertNothingFound();
    }

    @Test
    void readStartedBeforeALoss_isNotCached() {
        CacheVersion version = version();
        subject.lose();
        version();
        expireLeases();
        keep(version, value(3));
        assertNothingFound();
    }

    /** Its lease is lost and its writer may crash, so that the end of the change may never be reported. */
    @Test
    void changeBeforeALoss_blocksForItsLease() {
        changing();
        subject.lose();
        keep(version(), value(3));
        assertNothingFound();
        expireLeases();
        keep(version(), value(4));
        assertThat(found(BOB)).contains(value(4));
    }

    @Test
    void changeEndingAfterALoss_dropsTheValue() {
        CacheVersion change = changing();
        subject.lose();
        expireLeases();
        keep(version(), value(3));
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
        void changed(CacheVersion version) {
            await(hot.unread().changed(BOB, version, 100, Instant.MAX, List.of()));
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
        void changed(CacheVersion version) {
            await(hot.preferences().changed(BOB, version, version(2)));
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
        void changed(CacheVersion version) {
            await(hot.contacts().changedUnknown(BOB, version));
        }
    }
}
