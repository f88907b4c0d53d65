package dev.tidings.testkit.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is told about a user is heard by those who listen to that user, in order, and by nobody else. */
abstract class LiveContract extends HotTheme {
    private static final long PATIENCE_SECONDS = 20;

    LiveContract(HotStateContract contract) {
        super(contract);
    }

    /** Keeps what it hears; what may have changed is an empty entry. */
    private static final class Ear implements LiveBus.Listener {
        private final BlockingQueue<List<InboxChange>> heard = new LinkedBlockingQueue<>();

        @Override
        public void changed(InboxChange change) {
            heard.add(List.of(change));
        }

        @Override
        public void changedPerhaps() {
            heard.add(List.of());
        }

        List<InboxChange> next() {
            try {
                List<InboxChange> next = heard.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                assertThat(next).as("something is heard").isNotNull();
                return next;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static InboxChange change(int number) {
        UUID id = UuidV7.of(1_764_000_000_000L + number, 0, number);
        Content content = new Content("title " + number, null, "{\"a\":1}", null);
        return new InboxChange(
                id,
                InboxChange.ADDED,
                id,
                id,
                new InboxChange.Added("order", "high", content, Instant.ofEpochMilli(1_900_000_000_000L)));
    }

    private Ear listen(UserKey user) {
        Ear ear = new Ear();
        hot.live().listen(user, ear);
        return ear;
    }

    @Test
    void changesAreHeardWholeAndInOrder() {
        Ear one = listen(BOB);
        Ear other = listen(BOB);
        List<InboxChange> told = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            told.add(change(i));
            hot.live().changed(BOB, change(i));
        }
        for (InboxChange change : told) {
            assertThat(one.next()).containsExactly(change);
            assertThat(other.next()).containsExactly(change);
        }
    }

    @Test
    void aDoubtIsHeardAsOne() {
        Ear ear = listen(BOB);
        hot.live().changedPerhaps(BOB);
        assertThat(ear.next()).isEmpty();
    }

    @Test
    void nobodyHearsOfOthers() {
        List<Ear> others = OTHERS.stream().map(this::listen).toList();
        Ear bob = listen(BOB);
        hot.live().changed(BOB, change(1));
        assertThat(bob.next()).containsExactly(change(1));
        OTHERS.forEach(user -> hot.live().changed(user, change(2)));
        others.forEach(ear -> assertThat(ear.next()).containsExactly(change(2)));
    }

    @Test
    void whoLeftHearsNothing() {
        Ear gone = listen(BOB);
        Ear still = listen(BOB);
        hot.live().leave(BOB, gone);
        hot.live().changed(BOB, change(1));
        assertThat(still.next()).containsExactly(change(1));
        assertThat(gone.heard).isEmpty();
    }

    @Test
    void afterALossThereIsDoubt() {
        Ear ear = listen(BOB);
        subject.lose();
        assertThat(ear.next()).as("something may have been told meanwhile").isEmpty();
        hot.live().changed(BOB, change(1));
        assertThat(ear.next()).containsExactly(change(1));
    }
}
