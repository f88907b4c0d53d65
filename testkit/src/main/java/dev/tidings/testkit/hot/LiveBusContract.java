package dev.tidings.testkit.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.CacheVersion;
import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.LiveNumber;
import dev.tidings.core.hot.LiveUpdate;
import dev.tidings.core.hot.OwnerEpoch;
import dev.tidings.core.hot.UnreadCount;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Contract of the live bus, which the hot state provides: listeners of a user get that user's updates, and the numbers tell them what they
 * missed. Updates may be lost, so no test needs one to arrive, except while nothing fails.
 */
abstract class LiveBusContract extends HotTheme {
    private static final OwnerEpoch OWNER = new OwnerEpoch(1, 0);

    LiveBusContract(HotStateContract contract) {
        super(contract);
    }

    /** A listener that records updates; an unknown change is empty. */
    private static final class RecordingListener implements LiveBus.Listener {
        private final BlockingQueue<Optional<LiveUpdate>> received = new LinkedBlockingQueue<>();
        private LiveNumber start;

        @Override
        public void changed(LiveUpdate update) {
            received.add(Optional.of(update));
        }

        @Override
        public void changedPerhaps() {
            received.add(Optional.empty());
        }

        Optional<LiveUpdate> next() {
            try {
                Optional<LiveUpdate> next = received.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                assertThat(next).as("an update is received").isNotNull();
                return next;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        List<InboxChange> nextChanges() {
            return next().map(LiveUpdate::changes).orElseThrow(() -> new AssertionError("an unknown change"));
        }
    }

    private static InboxChange change(int number) {
        UUID id = UuidV7.of(1_764_000_000_000L + number, 0, number);
        Content content = new Content("title " + number, null, "{\"a\":1}", null);
        return InboxChange.added(
                id, id, id, new InboxChange.Added("order", "high", content, Instant.ofEpochMilli(1_900_000_000_000L)));
    }

    private RecordingListener listen(UserKey user) {
        RecordingListener listener = new RecordingListener();
        listener.start = await(hot.live().listen(user, listener));
        return listener;
    }

    private CacheVersion begin(UserKey user) {
        return await(hot.unread().beginAdding(user, OWNER));
    }

    private void end(UserKey user, CacheVersion version, InboxChange... changes) {
        await(hot.unread().changed(user, version, changes.length, Instant.MAX, List.of(changes)));
    }

    private void publish(UserKey user, InboxChange... changes) {
        end(user, begin(user), changes);
    }

    private LiveNumber number(UserKey user) {
        return await(hot.live().numbers(List.of(user))).get(0);
    }

    @Test
    void changesAreReceivedInOrder() {
        RecordingListener one = listen(BOB);
        RecordingListener other = listen(BOB);
        for (int i = 0; i < 50; i++) {
            publish(BOB, change(i), change(100 + i));
        }
        for (int i = 0; i < 50; i++) {
            assertThat(one.nextChanges()).containsExactly(change(i), change(100 + i));
            assertThat(other.nextChanges()).containsExactly(change(i), change(100 + i));
        }
    }

    @Test
    void updatesOneAfterTheOther_followEachOther() {
        RecordingListener listener = listen(BOB);
        LiveNumber last = listener.start;
        for (int i = 0; i < 20; i++) {
            publish(BOB, change(i));
            LiveNumber next = listener.next().orElseThrow().number();
            assertThat(next.follows(last)).as("%s after %s", next, last).isTrue();
            last = next;
        }
        assertThat(number(BOB)).isEqualTo(last);
    }

    @Test
    void overlappingChanges_doNotFollowEachOther() {
        RecordingListener listener = listen(BOB);
        CacheVersion first = begin(BOB);
        CacheVersion second = begin(BOB);
        end(BOB, first, change(1));
        end(BOB, second, change(2));
        LiveNumber one = listener.next().orElseThrow().number();
        LiveNumber two = listener.next().orElseThrow().number();
        assertThat(one.follows(listener.start)).isFalse();
        assertThat(two.follows(one)).isFalse();
    }

    @Test
    void changeThatNeverEnds_raisesTheNumber() {
        RecordingListener listener = listen(BOB);
        begin(BOB);
        assertThat(number(BOB)).isNotEqualTo(listener.start);
        publish(BOB, change(1));
        assertThat(listener.next().orElseThrow().number().follows(listener.start))
                .isFalse();
    }

    @Test
    void update_carriesTheCountIfItIsKnown() {
        RecordingListener listener = listen(BOB);
        publish(BOB, change(1));
        assertThat(listener.next().orElseThrow().unread()).isEmpty();
        await(hot.unread()
                .putIfUnchanged(BOB, await(hot.unread().find(BOB)).version(), new UnreadCount(1, Instant.MAX)));
        publish(BOB, change(2));
        assertThat(listener.next().orElseThrow().unread()).isEqualTo(OptionalLong.of(2));
    }

    @Test
    void update_carriesNoExpiredCount() {
        RecordingListener listener = listen(BOB);
        await(hot.unread()
                .putIfUnchanged(BOB, await(hot.unread().find(BOB)).version(), new UnreadCount(1, Instant.EPOCH)));
        publish(BOB, change(1));
        assertThat(listener.next().orElseThrow().unread()).isEmpty();
    }

    @Test
    void unknownChangeIsReceived() {
        RecordingListener listener = listen(BOB);
        await(hot.unread().changedUnknown(BOB, begin(BOB)));
        assertThat(listener.next()).isEmpty();
        assertThat(number(BOB)).isNotEqualTo(listener.start);
    }

    @Test
    void listeners_receiveOnlyTheirUser() {
        List<RecordingListener> others = OTHERS.stream().map(this::listen).toList();
        RecordingListener bob = listen(BOB);
        publish(BOB, change(1));
        assertThat(bob.nextChanges()).containsExactly(change(1));
        OTHERS.forEach(user -> publish(user, change(2)));
        others.forEach(listener -> assertThat(listener.nextChanges()).containsExactly(change(2)));
    }

    @Test
    void removedListener_receivesNothing() {
        RecordingListener gone = listen(BOB);
        RecordingListener still = listen(BOB);
        hot.live().unlisten(BOB, gone);
        publish(BOB, change(1));
        assertThat(still.nextChanges()).containsExactly(change(1));
        assertThat(gone.received).isEmpty();
    }

    @Test
    void loss_isReceivedAsUnknownChange() {
        RecordingListener listener = listen(BOB);
        LiveNumber before = number(BOB);
        subject.lose();
        assertThat(listener.next())
                .as("changes may have been published in the meantime")
                .isEmpty();
        publish(BOB, change(1));
        LiveUpdate update = listener.next().orElseThrow();
        assertThat(update.changes()).containsExactly(change(1));
        assertThat(update.number().epoch()).isNotEqualTo(before.epoch());
    }
}
