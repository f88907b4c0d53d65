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

/** Contract of the live bus, which the hot state provides: listeners of a user get that user's changes in order, and no others. */
abstract class LiveBusContract extends HotTheme {
    private static final long TIMEOUT_SECONDS = 20;

    LiveBusContract(HotStateContract contract) {
        super(contract);
    }

    /** A listener that records changes; an unknown change is an empty list. */
    private static final class RecordingListener implements LiveBus.Listener {
        private final BlockingQueue<List<InboxChange>> received = new LinkedBlockingQueue<>();

        @Override
        public void changed(InboxChange change) {
            received.add(List.of(change));
        }

        @Override
        public void changedPerhaps() {
            received.add(List.of());
        }

        List<InboxChange> next() {
            try {
                List<InboxChange> next = received.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                assertThat(next).as("a change is received").isNotNull();
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

    private RecordingListener listen(UserKey user) {
        RecordingListener listener = new RecordingListener();
        hot.live().subscribe(user, listener);
        return listener;
    }

    @Test
    void changesAreReceivedInOrder() {
        RecordingListener one = listen(BOB);
        RecordingListener other = listen(BOB);
        List<InboxChange> published = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            published.add(change(i));
            hot.live().publish(BOB, change(i));
        }
        for (InboxChange change : published) {
            assertThat(one.next()).containsExactly(change);
            assertThat(other.next()).containsExactly(change);
        }
    }

    @Test
    void unknownChangeIsReceived() {
        RecordingListener listener = listen(BOB);
        hot.live().publishUnknown(BOB);
        assertThat(listener.next()).isEmpty();
    }

    @Test
    void listeners_receiveOnlyTheirUser() {
        List<RecordingListener> others = OTHERS.stream().map(this::listen).toList();
        RecordingListener bob = listen(BOB);
        hot.live().publish(BOB, change(1));
        assertThat(bob.next()).containsExactly(change(1));
        OTHERS.forEach(user -> hot.live().publish(user, change(2)));
        others.forEach(listener -> assertThat(listener.next()).containsExactly(change(2)));
    }

    @Test
    void removedListener_receivesNothing() {
        RecordingListener gone = listen(BOB);
        RecordingListener still = listen(BOB);
        hot.live().unsubscribe(BOB, gone);
        hot.live().publish(BOB, change(1));
        assertThat(still.next()).containsExactly(change(1));
        assertThat(gone.received).isEmpty();
    }

    @Test
    void loss_isReceivedAsUnknownChange() {
        RecordingListener listener = listen(BOB);
        subject.lose();
        assertThat(listener.next())
                .as("changes may have been published in the meantime")
                .isEmpty();
        hot.live().publish(BOB, change(1));
        assertThat(listener.next()).containsExactly(change(1));
    }
}
