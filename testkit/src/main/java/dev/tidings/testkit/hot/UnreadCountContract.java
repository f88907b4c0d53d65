package dev.tidings.testkit.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.FencedException;
import dev.tidings.core.hot.OwnerEpoch;
import dev.tidings.core.hot.UnreadCount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of the unread count cache in the hot state: the cached count follows the writes to the inbox table. */
abstract class UnreadCountContract extends HotTheme {
    private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

    UnreadCountContract(HotStateContract contract) {
        super(contract);
    }

    private CacheVersion changing() {
        return adding(0);
    }

    private CacheVersion adding(long epoch) {
        return await(hot.unread().beginAdding(BOB, new OwnerEpoch(7, epoch)));
    }

    private void changed(CacheVersion version, long change, Instant expires) {
        await(hot.unread().changed(BOB, version, change, expires, List.of()));
    }

    private void count(long unread) {
        await(hot.unread()
                .putIfUnchanged(BOB, await(hot.unread().find(BOB)).version(), new UnreadCount(unread, LATER)));
    }

    private Optional<UnreadCount> found() {
        return await(hot.unread().find(BOB)).value();
    }

    @Test
    void aCountFollowsWhatIsWritten() {
        count(3);
        changed(changing(), 1, LATER);
        changed(changing(), -2, LATER);
        assertThat(found()).contains(new UnreadCount(2, LATER));
    }

    @Test
    void previousCount_isFoundUntilAWriteEnds() {
        count(3);
        CacheVersion first = changing();
        CacheVersion second = changing();
        changed(second, 1, LATER);
        assertThat(found()).contains(new UnreadCount(4, LATER));
        changed(first, 1, LATER);
        assertThat(found()).contains(new UnreadCount(5, LATER));
    }

    @Test
    void overlappingComputedChanges_dropTheCount() {
        count(3);
        CacheVersion first = await(hot.unread().beginChange(BOB));
        CacheVersion second = await(hot.unread().beginChange(BOB));
        changed(first, -1, LATER);
        changed(second, -1, LATER);
        assertThat(found()).as("each was computed without the other").isEmpty();
        count(2);
        changed(await(hot.unread().beginChange(BOB)), -1, LATER);
        assertThat(found()).contains(new UnreadCount(1, LATER));
    }

    @Test
    void computedChangeAndAddition_mayOverlap() {
        count(3);
        CacheVersion mark = await(hot.unread().beginChange(BOB));
        CacheVersion addition = changing();
        changed(mark, -1, LATER);
        changed(addition, 1, LATER);
        assertThat(found()).contains(new UnreadCount(3, LATER));
    }

    @Test
    void formerOwner_isRefused() {
        changed(adding(2), 1, LATER);
        expireLeases();
        count(3);
        changed(adding(2), 1, LATER);
        assertThat(hot.unread().beginAdding(BOB, new OwnerEpoch(7, 1)))
                .failsWithin(TIMEOUT)
                .withThrowableThat()
                .withCauseInstanceOf(FencedException.class);
        assertThat(found()).contains(new UnreadCount(4, LATER));
        await(hot.unread().beginAdding(BOB, new OwnerEpoch(8, 1)));
    }

    @Test
    void newOwner_dropsTheCountForALease() {
        changed(adding(1), 1, LATER);
        expireLeases();
        count(3);
        changed(adding(2), 1, LATER);
        assertThat(found()).as("the former owner may have added it").isEmpty();
        expireLeases();
        count(3);
        changed(adding(2), 1, LATER);
        assertThat(found()).contains(new UnreadCount(4, LATER));
    }

    @Test
    void ownerWhoseSuccessorWrites_doesNotCount() {
        count(3);
        CacheVersion former = adding(1);
        changed(adding(2), 1, LATER);
        changed(former, 1, LATER);
        assertThat(found()).as("both may have added the same").isEmpty();
    }

    @Test
    void count_expiresWithItsFirstEntry() {
        count(3);
        changed(changing(), 1, LATER.minusSeconds(10));
        changed(changing(), 1, LATER.minusSeconds(5));
        changed(changing(), -1, Instant.MAX);
        assertThat(found()).contains(new UnreadCount(4, LATER.minusSeconds(10)));
    }

    @Test
    void countWithoutExpiryIsFound() {
        await(hot.unread()
                .putIfUnchanged(BOB, await(hot.unread().find(BOB)).version(), new UnreadCount(0, Instant.MAX)));
        assertThat(found()).contains(new UnreadCount(0, Instant.MAX));
    }

    /**
     * Random histories of writers, counts, crashes and cache losses. A write reaches the table between taking its lease and
     * ending it. Whenever no write is in flight and all leases have expired, the cached count equals the table.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomHistory_neverCachesAWrongCount(long seed) {
        Random random = new Random(seed);
        long table = 0;
        for (int round = 0; round < 60; round++) {
            List<CacheVersion> inFlight = new ArrayList<>();
            CacheVersion version = CacheVersion.NONE;
            long counted = 0;
            for (int step = random.nextInt(12); step > 0; step--) {
                switch (random.nextInt(12)) {
                    case 0, 1, 2 -> {
                        inFlight.add(changing());
                        table += 1;
                    }
                    case 3, 4, 5 -> {
                        if (!inFlight.isEmpty()) {
                            changed(inFlight.remove(random.nextInt(inFlight.size())), 1, LATER);
                        }
                    }
                    case 6, 7 -> {
                        version = await(hot.unread().find(BOB)).version();
                        counted = table;
                    }
                    case 8, 9 -> await(hot.unread().putIfUnchanged(BOB, version, new UnreadCount(counted, LATER)));
                    case 10 -> subject.pass(subject.lease().dividedBy(2));
                    default -> {
                        if (random.nextInt(4) == 0) {
                            subject.lose();
                        }
                    }
                }
            }
            // Of the writes still in flight, some end and some have crashed.
            for (CacheVersion left : inFlight) {
                if (random.nextBoolean()) {
                    changed(left, 1, LATER);
                }
            }
            expireLeases();
            long now = table;
            found().ifPresent(count ->
                    assertThat(count.unread()).as("seed %d", seed).isEqualTo(now));
            count(now);
            assertThat(found()).as("seed %d, round %d", seed, round).contains(new UnreadCount(now, LATER));
        }
    }
}
