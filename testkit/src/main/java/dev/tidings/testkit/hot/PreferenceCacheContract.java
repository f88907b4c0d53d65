package dev.tidings.testkit.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.QuietHours;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Contract of the preference cache: after a change has ended, earlier preferences are never returned. */
abstract class PreferenceCacheContract extends HotTheme {
    PreferenceCacheContract(HotStateContract contract) {
        super(contract);
    }

    private CacheVersion changing() {
        return await(hot.preferences().beginChange(BOB));
    }

    private void changed(CacheVersion lease, long version) {
        await(hot.preferences().changed(BOB, lease, version(version)));
    }

    private CacheVersion version() {
        return await(hot.preferences().find(BOB)).version();
    }

    private void keep(CacheVersion version, Preferences preferences) {
        await(hot.preferences().putIfUnchanged(BOB, version, preferences));
    }

    private Optional<Preferences> found() {
        return await(hot.preferences().find(BOB)).value();
    }

    @Test
    void allPreferencesAreReturned() {
        Preferences said = new Preferences(
                7,
                Map.of(Channel.SMS, true, Channel.EMAIL, false),
                Map.of("offers", Map.of(Channel.PUSH, false), "ünïcode \0 {}:\"", Map.of(Channel.IN_APP, true)),
                Map.of("order_shipped", Map.of(Channel.WEBHOOK, false)),
                Optional.of(new QuietHours(
                        LocalTime.of(22, 0), LocalTime.MIDNIGHT, Optional.of(ZoneId.of("Europe/Berlin")))));
        keep(version(), said);
        assertThat(found()).contains(said);
        keep(version(), new Preferences(8, Map.of(), Map.of(), Map.of()));
        assertThat(found()).contains(version(8));
    }

    @Test
    void userWithoutPreferences_isCached() {
        keep(version(), Preferences.NONE);
        assertThat(found()).contains(Preferences.NONE);
    }

    @Test
    void nothingIsFoundDuringAChange() {
        keep(version(), version(3));
        CacheVersion change = changing();
        assertThat(found()).isEmpty();
        changed(change, 4);
        assertThat(found()).contains(version(4));
    }

    @Test
    void lowerVersion_doesNotReplaceAHigherOne() {
        CacheVersion version = version();
        keep(version, version(5));
        keep(version, version(4));
        keep(version(), version(3));
        assertThat(found()).contains(version(5));
    }

    @Test
    void overlappingChanges_keepTheLater() {
        CacheVersion first = changing();
        CacheVersion second = changing();
        changed(second, 8);
        assertThat(found()).isEmpty();
        changed(first, 7);
        assertThat(found()).contains(version(8));
    }

    /** For example a deletion, after which versions start again. */
    @Test
    void overlappingUnknownOutcome_leavesNothing() {
        CacheVersion change = changing();
        CacheVersion deletion = changing();
        CacheVersion other = changing();
        changed(other, 8);
        await(hot.preferences().changedUnknown(BOB, deletion));
        changed(change, 9);
        assertThat(found()).isEmpty();
        keep(version(), Preferences.NONE);
        assertThat(found()).contains(Preferences.NONE);
    }

    @Test
    void overlappingCrashedWriter_leavesNothing() {
        changing();
        subject.pass(subject.lease().dividedBy(2));
        CacheVersion other = changing();
        subject.pass(subject.lease().dividedBy(2).plusMillis(1));
        changed(other, 9);
        assertThat(found()).isEmpty();
    }
}
