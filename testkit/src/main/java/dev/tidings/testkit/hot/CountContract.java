package dev.tidings.testkit.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.Stamp;
import dev.tidings.core.hot.UnreadCount;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A count follows what is written. */
abstract class CountContract extends HotTheme {
    private static final Instant LATER = Instant.parse("2100-01-01T00:00:00Z");

    CountContract(HotStateContract contract) {
        super(contract);
    }

    private Stamp changing() {
        return await(hot.unread().changing(BOB));
    }

    private void changed(Stamp stamp, long change, Instant expires) {
        await(hot.unread().changed(BOB, stamp, change, expires));
    }

    private void count(long unread) {
        await(hot.unread().keep(BOB, await(hot.unread().find(BOB)).stamp(), new UnreadCount(unread, LATER)));
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
    void theCountOfBeforeIsFoundUntilAWriteHasEnded() {
        count(3);
        Stamp first = changing();
        Stamp second = changing();
        changed(second, 1, LATER);
        assertThat(found()).contains(new UnreadCount(4, LATER));
        changed(first, 1, LATER);
        assertThat(found()).contains(new UnreadCount(5, LATER));
    }

    @Test
    void aCountHoldsUntilTheFirstInItExpires() {
        count(3);
        changed(changing(), 1, LATER.minusSeconds(10));
        changed(changing(), 1, LATER.minusSeconds(5));
        changed(changing(), -1, Instant.MAX);
        assertThat(found()).contains(new UnreadCount(4, LATER.minusSeconds(10)));
    }

    @Test
    void aCountThatHoldsForeverIsFound() {
        await(hot.unread().keep(BOB, await(hot.unread().find(BOB)).stamp(), new UnreadCount(0, Instant.MAX)));
        assertThat(found()).contains(new UnreadCount(0, Instant.MAX));
    }

    /**
     * Any history of writers, counts, deaths and losses. A write reaches the table somewhere between its announcement and its end.
     * Whenever nobody is under way and leases are over, what is found is what the table says.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyHistory(long seed) {
        Random random = new Random(seed);
        long table = 0;
        for (int round = 0; round < 60; round++) {
            List<Stamp> announced = new ArrayList<>();
            Stamp looked = Stamp.NONE;
            long counted = 0;
            for (int step = random.nextInt(12); step > 0; step--) {
                switch (random.nextInt(12)) {
                    case 0, 1, 2 -> {
                        announced.add(changing());
                        table += 1;
                    }
                    case 3, 4, 5 -> {
                        if (!announced.isEmpty()) {
                            changed(announced.remove(random.nextInt(announced.size())), 1, LATER);
                        }
                    }
                    case 6, 7 -> {
                        looked = await(hot.unread().find(BOB)).stamp();
                        counted = table;
                    }
                    case 8, 9 -> await(hot.unread().keep(BOB, looked, new UnreadCount(counted, LATER)));
                    case 10 -> subject.pass(subject.lease().dividedBy(2));
                    default -> {
                        if (random.nextInt(4) == 0) {
                            subject.lose();
                        }
                    }
                }
            }
            // Of those still under way, some end and some have died.
            for (Stamp left : announced) {
                if (random.nextBoolean()) {
                    changed(left, 1, LATER);
                }
            }
            passALease();
            long now = table;
            found().ifPresent(count ->
                    assertThat(count.unread()).as("seed %d", seed).isEqualTo(now));
            count(now);
            assertThat(found()).as("seed %d, round %d", seed, round).contains(new UnreadCount(now, LATER));
        }
    }
}
