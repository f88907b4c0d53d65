package dev.tidings.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.LiveNumber;
import dev.tidings.core.hot.LiveUpdate;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.config.Config;
import dev.tidings.server.feed.FeedCursor;
import dev.tidings.server.feed.FeedTiming;
import dev.tidings.server.inbox.FeedItem;
import dev.tidings.server.inbox.InboxFeed;
import dev.tidings.testkit.SteppedClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that a session sees each change once and in order, in whatever order events interleave. */
class LiveSessionTest {
    private static final UserKey BOB = new UserKey("acme", "bob");
    private static final int MAX_MISSED = 300;
    private static final int MESSAGES = 3_000;

    private final SteppedClock clock = new SteppedClock();
    private long nanos = Duration.ofDays(1).toNanos();
    private final Feed feed = new Feed();
    private final Bus bus = new Bus();
    private boolean good = true;
    private final LiveSessionRegistry live = new LiveSessionRegistry(
            new LiveSessionRegistry.LiveDependencies(
                    feed,
                    user -> CompletableFuture.completedFuture((long) feed.changes.size()),
                    bus,
                    signer -> CompletableFuture.completedFuture(good),
                    clock,
                    () -> nanos,
                    new SimpleMeterRegistry()),
            new Config.Live(
                    100,
                    100,
                    100,
                    MESSAGES,
                    10 * MESSAGES,
                    Duration.ofSeconds(25),
                    Duration.ofSeconds(20),
                    MAX_MISSED,
                    Duration.ZERO));

    @AfterEach
    void close() {
        live.close();
    }

    /** The feed of one user, which answers on demand. */
    private static final class Feed implements InboxFeed {
        private final List<InboxChange> changes = new ArrayList<>();
        private final Deque<Runnable> waiting = new ArrayDeque<>();
        private final List<UUID> received = new CopyOnWriteArrayList<>();
        private int names;

        InboxChange add() {
            InboxChange.Added added = new InboxChange.Added("t", "normal", new Content("x", null, null, null), null);
            UUID id = name();
            InboxChange change = InboxChange.added(id, id, id, added);
            changes.add(change);
            return change;
        }

        private UUID name() {
            return UuidV7.of(1_764_000_000_000L + names++, 0, 0);
        }

        @Override
        public FeedTiming timing() {
            return FeedTiming.ALONE;
        }

        @Override
        public CompletableFuture<UUID> currentPosition(UserKey user) {
            return later(name());
        }

        @Override
        public CompletableFuture<Void> awaitCounted(UserKey user) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public boolean reachesBackTo(UUID place) {
            return true;
        }

        @Override
        public CompletableFuture<FeedPage> after(UserKey user, UUID place, int limit) {
            List<FeedItem> items = changes.stream()
                    .filter(change -> change.id().compareTo(place) > 0)
                    .limit(limit)
                    .map(change -> new FeedItem(change, null, false))
                    .toList();
            UUID reached = items.isEmpty() ? place : items.get(items.size() - 1).id();
            return later(new FeedPage(items, reached, items.size() == limit));
        }

        private <T> CompletableFuture<T> later(T value) {
            CompletableFuture<T> answer = new CompletableFuture<>();
            waiting.add(() -> answer.complete(value));
            return answer;
        }

        @Override
        public CompletableFuture<Integer> acknowledge(UserKey user, List<UUID> notifications) {
            received.addAll(notifications);
            return CompletableFuture.completedFuture(notifications.size());
        }
    }

    /** A bus of one user that may lose updates. */
    private static final class Bus implements LiveBus {
        private Listener listener;
        private long number;

        void publish(InboxChange change) {
            number += 2;
            if (listener != null) {
                listener.changed(new LiveUpdate(number(), OptionalLong.of(1), List.of(change)));
            }
        }

        void lose(InboxChange change) {
            number += 2;
        }

        void publishUnknown() {
            number += 2;
            listener.changedPerhaps();
        }

        private LiveNumber number() {
            return new LiveNumber(1, number);
        }

        @Override
        public CompletableFuture<LiveNumber> listen(UserKey user, Listener one) {
            listener = one;
            return CompletableFuture.completedFuture(number());
        }

        @Override
        public void unlisten(UserKey user, Listener one) {
            listener = null;
        }

        @Override
        public CompletableFuture<List<LiveNumber>> numbers(List<UserKey> users) {
            return CompletableFuture.completedFuture(List.of(number()));
        }
    }

    /** A transport whose event loop runs one task on demand. */
    private static final class FakeWire implements Transport {
        private final Deque<Runnable> tasks = new ConcurrentLinkedDeque<>();
        private final List<LiveEvent> sent = new ArrayList<>();
        private boolean ready = true;
        private boolean listening = true;
        private CloseReason ended;

        @Override
        public Executor eventLoop() {
            return tasks::add;
        }

        @Override
        public boolean isWritable() {
            return ready;
        }

        @Override
        public void send(LiveEvent event) {
            sent.add(event);
        }

        @Override
        public void flush() {}

        @Override
        public boolean answersHeartbeats() {
            return true;
        }

        @Override
        public void setReading(boolean on) {
            listening = on;
        }

        @Override
        public void close(CloseReason why) {
            ended = why;
        }

        List<UUID> seen() {
            return sent.stream()
                    .filter(LiveEvent.Changed.class::isInstance)
                    .map(event -> ((LiveEvent.Changed) event).change().id())
                    .toList();
        }
    }

    private LiveSession open(FakeWire wire, Optional<UUID> since) {
        SessionCredentials credentials =
                new SessionCredentials(BOB, "kid", clock.instant().plus(Duration.ofHours(1)), "127.0.0.1");
        assertThat(live.admit(credentials)).isEmpty();
        return live.open(credentials, wire, since.map(FeedCursor::settledAt));
    }

    /** Runs until nothing is left to do. */
    private void settle(FakeWire wire) {
        while (!feed.waiting.isEmpty() || !wire.tasks.isEmpty()) {
            if (!feed.waiting.isEmpty()) {
                feed.waiting.poll().run();
            }
            if (!wire.tasks.isEmpty()) {
                wire.tasks.poll().run();
            }
        }
    }

    private void pass(FakeWire wire, Duration time) {
        nanos += time.toNanos();
        clock.advance(time);
        live.runMaintenance();
        settle(wire);
    }

    @Test
    void connectionDuringDrain_isAnsweredBeforeItIsClosed() {
        SessionCredentials credentials =
                new SessionCredentials(BOB, "kid", clock.instant().plus(Duration.ofHours(1)), "127.0.0.1");
        assertThat(live.admit(credentials)).isEmpty();
        live.close();
        FakeWire wire = new FakeWire();
        live.open(credentials, wire, Optional.empty());
        assertThat(wire.ended).as("the answer comes first").isNull();
        settle(wire);
        assertThat(wire.ended).isEqualTo(CloseReason.DRAINING);
        assertThat(live.connected()).isZero();
    }

    @Test
    void eachChange_isSeenOnceInAnyInterleaving() {
        for (int seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            feed.changes.clear();
            for (int before = random.nextInt(4); before > 0; before--) {
                feed.add();
            }
            boolean resumes = random.nextBoolean() && !feed.changes.isEmpty();
            int already = resumes ? 1 + random.nextInt(feed.changes.size()) : feed.changes.size();
            Optional<UUID> since =
                    resumes ? Optional.of(feed.changes.get(already - 1).id()) : Optional.empty();
            FakeWire wire = new FakeWire();
            LiveSession session = open(wire, since);
            // From here on every change is received; one added before the position is taken is not new to a fresh
            // session.
            boolean placed = resumes;
            for (int step = 0; step < 40; step++) {
                switch (random.nextInt(6)) {
                    case 0 -> {
                        if (placed) {
                            bus.publish(feed.add());
                        }
                    }
                    case 1 -> bus.publishUnknown();
                    case 2 -> {
                        wire.ready = !wire.ready;
                        if (wire.ready) {
                            wire.tasks.add(session::writable);
                        }
                    }
                    case 3 -> {
                        if (!feed.waiting.isEmpty()) {
                            feed.waiting.poll().run();
                            placed = true;
                        }
                    }
                    default -> {
                        if (!wire.tasks.isEmpty()) {
                            wire.tasks.poll().run();
                        }
                    }
                }
            }
            wire.ready = true;
            wire.tasks.add(session::writable);
            settle(wire);
            List<UUID> expected = feed.changes.subList(already, feed.changes.size()).stream()
                    .map(InboxChange::id)
                    .toList();
            assertThat(wire.seen()).as("seed " + seed).isEqualTo(expected);
            assertThat(wire.sent.get(0)).isInstanceOf(LiveEvent.Hello.class);
            session.disconnected();
        }
    }

    @Test
    void lostUpdate_isReadWithTheNextOne() {
        FakeWire wire = new FakeWire();
        open(wire, Optional.empty());
        settle(wire);
        InboxChange lost = feed.add();
        bus.lose(lost);
        InboxChange next = feed.add();
        bus.publish(next);
        settle(wire);
        assertThat(wire.seen()).containsExactly(lost.id(), next.id());
    }

    @Test
    void lostUpdate_isReadWithTheNextHeartbeat() {
        FakeWire wire = new FakeWire();
        open(wire, Optional.empty());
        settle(wire);
        InboxChange lost = feed.add();
        bus.lose(lost);
        settle(wire);
        assertThat(wire.seen()).isEmpty();
        pass(wire, Duration.ofSeconds(25));
        assertThat(wire.seen()).containsExactly(lost.id());
    }

    @Test
    void tooManyMissedChanges_causeAReload() {
        UUID first = feed.add().id();
        for (int i = 0; i < MAX_MISSED + 1; i++) {
            feed.add();
        }
        FakeWire wire = new FakeWire();
        open(wire, Optional.of(first));
        settle(wire);
        assertThat(wire.sent.get(wire.sent.size() - 1)).isInstanceOf(LiveEvent.Reload.class);
        InboxChange later = feed.add();
        bus.publish(later);
        settle(wire);
        assertThat(wire.seen().get(wire.seen().size() - 1)).isEqualTo(later.id());
    }

    @Test
    void slowConsumer_isDisconnected() {
        FakeWire wire = new FakeWire();
        open(wire, Optional.empty());
        settle(wire);
        wire.ready = false;
        bus.publish(feed.add());
        settle(wire);
        pass(wire, Duration.ofSeconds(19));
        assertThat(wire.ended).isNull();
        pass(wire, Duration.ofSeconds(2));
        assertThat(wire.ended).isEqualTo(CloseReason.SLOW);
        assertThat(wire.seen()).as("nothing waits in memory").isEmpty();
        assertThat(live.connected()).isZero();
    }

    @Test
    void unansweredHeartbeats_endTheSession() {
        FakeWire wire = new FakeWire();
        LiveSession session = open(wire, Optional.empty());
        settle(wire);
        for (int i = 0; i < 10; i++) {
            pass(wire, Duration.ofSeconds(25));
            assertThat(wire.sent.get(wire.sent.size() - 1)).isEqualTo(LiveEvent.HEARTBEAT);
            assertThat(session.messageReceived()).isTrue();
        }
        for (int i = 0; i < 4; i++) {
            assertThat(wire.ended).isNull();
            pass(wire, Duration.ofSeconds(25));
        }
        assertThat(wire.ended).isEqualTo(CloseReason.SILENT);
    }

    @Test
    void withoutAHeartbeat_noAnswerIsNeeded() {
        FakeWire wire = new FakeWire();
        open(wire, Optional.empty());
        settle(wire);
        for (int i = 0; i < 60; i++) {
            bus.publish(feed.add());
            pass(wire, Duration.ofSeconds(10));
        }
        pass(wire, Duration.ofSeconds(25));
        assertThat(wire.sent.get(wire.sent.size() - 1)).isEqualTo(LiveEvent.HEARTBEAT);
        assertThat(wire.ended).isNull();
    }

    @Test
    void expiredOrRevokedToken_endsTheSession() {
        FakeWire wire = new FakeWire();
        open(wire, Optional.empty());
        settle(wire);
        pass(wire, Duration.ofHours(1));
        assertThat(wire.ended).isEqualTo(CloseReason.EXPIRED);

        FakeWire other = new FakeWire();
        open(other, Optional.empty());
        good = false;
        live.checkTokens();
        settle(other);
        assertThat(other.ended).isEqualTo(CloseReason.REVOKED);
    }

    @Test
    void tooManyMessages_throttleAndRefuseConnections() {
        FakeWire wire = new FakeWire();
        LiveSession session = open(wire, Optional.empty());
        settle(wire);
        int taken = 0;
        while (wire.listening) {
            assertThat(session.messageReceived()).isTrue();
            taken++;
        }
        assertThat(taken).as("entering counts as ten").isEqualTo(10 * MESSAGES - 10 + 1);
        SessionCredentials again =
                new SessionCredentials(BOB, "kid", clock.instant().plus(Duration.ofHours(1)), "127.0.0.1");
        assertThat(live.admit(again)).contains(RefusalReason.BUSY_USER);
        pass(wire, Duration.ofSeconds(1));
        assertThat(wire.listening).isTrue();
        assertThat(wire.ended).isNull();
        assertThat(live.admit(again)).isEmpty();
    }

    @Test
    void throttledSession_isNotTakenForSilent() {
        FakeWire wire = new FakeWire();
        LiveSession session = open(wire, Optional.empty());
        settle(wire);
        for (int i = 0; i < 30; i++) {
            for (int count = 0; count < 20 * MESSAGES; count++) {
                session.messageReceived();
            }
            pass(wire, Duration.ofSeconds(4));
            assertThat(wire.listening).isFalse();
        }
        assertThat(wire.ended).isNull();
        pass(wire, Duration.ofSeconds(7));
        assertThat(wire.listening).isTrue();
        assertThat(wire.ended).isNull();
    }

    @Test
    void acks_areWrittenAfterTheClientIsGone() {
        FakeWire wire = new FakeWire();
        LiveSession session = open(wire, Optional.empty());
        settle(wire);
        List<UUID> many = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            many.add(feed.name());
        }
        session.acknowledged(many);
        session.disconnected();
        while (feed.received.size() < many.size()) {
            settle(wire);
            Thread.onSpinWait();
        }
        assertThat(feed.received).containsExactlyElementsOf(many);
    }

    @Test
    void usersOfOneAddress_areLimitedTogether() {
        int admitted = 0;
        Optional<RefusalReason> full = Optional.empty();
        for (int user = 0; full.isEmpty(); user++) {
            SessionCredentials credentials =
                    new SessionCredentials(new UserKey("acme", "u" + user), "kid", Instant.MAX, "127.0.0.1");
            full = live.admit(credentials);
            if (full.isEmpty()) {
                live.release(credentials);
                admitted++;
            }
        }
        assertThat(full).contains(RefusalReason.BUSY_ADDRESS);
        assertThat(admitted).isEqualTo(10 * 10 * MESSAGES / 10);
        assertThat(live.admit(new SessionCredentials(BOB, "kid", Instant.MAX, "127.0.0.2")))
                .isEmpty();
    }

    @Test
    void throttledUser_doesNotThrottleTheAddress() {
        FakeWire wire = new FakeWire();
        LiveSession session = open(wire, Optional.empty());
        settle(wire);
        for (int count = 0; count < 200 * MESSAGES; count++) {
            session.messageReceived();
        }
        SessionCredentials again =
                new SessionCredentials(BOB, "kid", clock.instant().plus(Duration.ofHours(1)), "127.0.0.1");
        for (int count = 0; count < 20 * MESSAGES; count++) {
            assertThat(live.admit(again)).contains(RefusalReason.BUSY_USER);
        }
        FakeWire other = new FakeWire();
        SessionCredentials neighbour =
                new SessionCredentials(new UserKey("acme", "neighbour"), "kid", Instant.MAX, "127.0.0.1");
        assertThat(live.admit(neighbour)).isEmpty();
        live.open(neighbour, other, Optional.empty()).messageReceived();
        assertThat(other.listening).isTrue();
    }

    @Test
    void drainingServer_refusesConnections() {
        FakeWire wire = new FakeWire();
        open(wire, Optional.empty());
        settle(wire);
        live.close();
        settle(wire);
        assertThat(wire.ended).isEqualTo(CloseReason.DRAINING);
        assertThat(live.admit(new SessionCredentials(BOB, "kid", Instant.MAX, "127.0.0.1")))
                .contains(RefusalReason.DRAINING);
    }
}
