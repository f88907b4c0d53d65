package dev.tidings.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
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
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A screen sees each change once and in order, in whatever order things happen around it. */
class SessionTest {
    private static final UserKey BOB = new UserKey("acme", "bob");
    private static final int MOST_MISSED = 300;
    private static final int MESSAGES = 3_000;

    private final SteppedClock clock = new SteppedClock();
    private long nanos = Duration.ofDays(1).toNanos();
    private final Feed feed = new Feed();
    private final Bus bus = new Bus();
    private boolean good = true;
    private final Live live = new Live(
            new Live.Parts(
                    feed,
                    user -> CompletableFuture.completedFuture((long) feed.changes.size()),
                    bus,
                    signer -> CompletableFuture.completedFuture(good),
                    clock,
                    () -> nanos,
                    new SimpleMeterRegistry()),
            new LiveOptions(
                    100,
                    100,
                    100,
                    MESSAGES,
                    10 * MESSAGES,
                    Duration.ofSeconds(25),
                    Duration.ofSeconds(20),
                    MOST_MISSED,
                    Duration.ZERO));

    @AfterEach
    void close() {
        live.close();
    }

    /** The feed of one user. Answers when it is let. */
    private static final class Feed implements InboxFeed {
        private final List<InboxChange> changes = new ArrayList<>();
        private final Deque<Runnable> waiting = new ArrayDeque<>();
        private final List<UUID> received = new CopyOnWriteArrayList<>();
        private int names;

        InboxChange add() {
            InboxChange.Added added = new InboxChange.Added("t", "normal", new Content("x", null, null, null), null);
            UUID id = name();
            InboxChange change = new InboxChange(id, InboxChange.ADDED, id, id, added);
            changes.add(change);
            return change;
        }

        private UUID name() {
            return UuidV7.of(1_764_000_000_000L + names++, 0, 0);
        }

        @Override
        public CompletableFuture<UUID> now(UserKey user) {
            return later(name());
        }

        @Override
        public CompletableFuture<Void> settled(UserKey user) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public boolean reachesBackTo(UUID place) {
            return true;
        }

        @Override
        public CompletableFuture<Part> after(UserKey user, UUID place, int limit) {
            List<FeedItem> items = changes.stream()
                    .filter(change -> change.id().compareTo(place) > 0)
                    .limit(limit)
                    .map(change -> new FeedItem(change.id(), change.kind(), change.notification(), null))
                    .toList();
            UUID reached = items.isEmpty() ? place : items.get(items.size() - 1).id();
            return later(new Part(items, reached, items.size() == limit));
        }

        private <T> CompletableFuture<T> later(T value) {
            CompletableFuture<T> answer = new CompletableFuture<>();
            waiting.add(() -> answer.complete(value));
            return answer;
        }

        @Override
        public CompletableFuture<Integer> received(UserKey user, List<UUID> notifications) {
            received.addAll(notifications);
            return CompletableFuture.completedFuture(notifications.size());
        }
    }

    private static final class Bus implements LiveBus {
        private Listener listener;

        @Override
        public void changed(UserKey user, InboxChange change) {
            if (listener != null) {
                listener.changed(change);
            }
        }

        @Override
        public void changedPerhaps(UserKey user) {
            listener.changedPerhaps();
        }

        @Override
        public void listen(UserKey user, Listener one) {
            listener = one;
        }

        @Override
        public void leave(UserKey user, Listener one) {
            listener = null;
        }
    }

    /** A line whose loop goes one step when it is told to. */
    private static final class Line implements Wire {
        private final Deque<Runnable> tasks = new ConcurrentLinkedDeque<>();
        private final List<Event> sent = new ArrayList<>();
        private boolean ready = true;
        private boolean listening = true;
        private Goodbye ended;

        @Override
        public Executor loop() {
            return tasks::add;
        }

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public void send(Event event) {
            sent.add(event);
        }

        @Override
        public void flush() {}

        @Override
        public boolean isAnswered() {
            return true;
        }

        @Override
        public void listen(boolean on) {
            listening = on;
        }

        @Override
        public void end(Goodbye why) {
            ended = why;
        }

        List<UUID> seen() {
            return sent.stream()
                    .filter(Event.Changed.class::isInstance)
                    .map(event -> ((Event.Changed) event).id())
                    .toList();
        }
    }

    private Session open(Line line, Optional<UUID> since) {
        Pass pass = new Pass(BOB, "kid", clock.instant().plus(Duration.ofHours(1)), "127.0.0.1");
        assertThat(live.enter(pass)).isEmpty();
        return live.open(pass, line, since);
    }

    /** Until nothing is left to do. */
    private void settle(Line line) {
        while (!feed.waiting.isEmpty() || !line.tasks.isEmpty()) {
            if (!feed.waiting.isEmpty()) {
                feed.waiting.poll().run();
            }
            if (!line.tasks.isEmpty()) {
                line.tasks.poll().run();
            }
        }
    }

    private void pass(Line line, Duration time) {
        nanos += time.toNanos();
        clock.advance(time);
        live.lookAround();
        settle(line);
    }

    @Test
    void whoComesInWhileTheOthersAreEndedIsAnsweredBeforeItIsEnded() {
        Pass pass = new Pass(BOB, "kid", clock.instant().plus(Duration.ofHours(1)), "127.0.0.1");
        assertThat(live.enter(pass)).isEmpty();
        live.close();
        Line line = new Line();
        live.open(pass, line, Optional.empty());
        assertThat(line.ended).as("the answer comes first").isNull();
        settle(line);
        assertThat(line.ended).isEqualTo(Goodbye.DRAINING);
        assertThat(live.connected()).isZero();
    }

    @Test
    void eachChangeIsSeenOnceWhateverHappensWhen() {
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
            Line line = new Line();
            Session session = open(line, since);
            // From here on everything is heard; what is added before the place is taken is not new to a fresh screen.
            boolean placed = resumes;
            for (int step = 0; step < 40; step++) {
                switch (random.nextInt(6)) {
                    case 0 -> {
                        if (placed) {
                            bus.changed(BOB, feed.add());
                        }
                    }
                    case 1 -> bus.changedPerhaps(BOB);
                    case 2 -> {
                        line.ready = !line.ready;
                        if (line.ready) {
                            line.tasks.add(session::ready);
                        }
                    }
                    case 3 -> {
                        if (!feed.waiting.isEmpty()) {
                            feed.waiting.poll().run();
                            placed = true;
                        }
                    }
                    default -> {
                        if (!line.tasks.isEmpty()) {
                            line.tasks.poll().run();
                        }
                    }
                }
            }
            line.ready = true;
            line.tasks.add(session::ready);
            settle(line);
            List<UUID> expected = feed.changes.subList(already, feed.changes.size()).stream()
                    .map(InboxChange::id)
                    .toList();
            assertThat(line.seen()).as("seed " + seed).isEqualTo(expected);
            assertThat(line.sent.get(0)).isInstanceOf(Event.Hello.class);
            session.gone();
        }
    }

    @Test
    void whoHasMissedTooMuchReloads() {
        UUID first = feed.add().id();
        for (int i = 0; i < MOST_MISSED + 1; i++) {
            feed.add();
        }
        Line line = new Line();
        open(line, Optional.of(first));
        settle(line);
        assertThat(line.sent.get(line.sent.size() - 1)).isInstanceOf(Event.Reload.class);
        InboxChange later = feed.add();
        bus.changed(BOB, later);
        settle(line);
        assertThat(line.seen().get(line.seen().size() - 1)).isEqualTo(later.id());
    }

    @Test
    void whoDoesNotReadIsCutOffAfterAWhile() {
        Line line = new Line();
        open(line, Optional.empty());
        settle(line);
        line.ready = false;
        bus.changed(BOB, feed.add());
        settle(line);
        pass(line, Duration.ofSeconds(19));
        assertThat(line.ended).isNull();
        pass(line, Duration.ofSeconds(2));
        assertThat(line.ended).isEqualTo(Goodbye.SLOW);
        assertThat(line.seen()).as("nothing waits in memory").isEmpty();
        assertThat(live.connected()).isZero();
    }

    @Test
    void silenceIsBrokenByHeartbeatsAndEndsWithoutAnAnswer() {
        Line line = new Line();
        Session session = open(line, Optional.empty());
        settle(line);
        for (int i = 0; i < 10; i++) {
            pass(line, Duration.ofSeconds(25));
            assertThat(line.sent.get(line.sent.size() - 1)).isEqualTo(Event.HEARTBEAT);
            assertThat(session.heard()).isTrue();
        }
        for (int i = 0; i < 4; i++) {
            assertThat(line.ended).isNull();
            pass(line, Duration.ofSeconds(25));
        }
        assertThat(line.ended).isEqualTo(Goodbye.SILENT);
    }

    @Test
    void whoWasNotAskedNeedNotAnswer() {
        Line line = new Line();
        open(line, Optional.empty());
        settle(line);
        for (int i = 0; i < 60; i++) {
            bus.changed(BOB, feed.add());
            pass(line, Duration.ofSeconds(10));
        }
        pass(line, Duration.ofSeconds(25));
        assertThat(line.sent.get(line.sent.size() - 1)).isEqualTo(Event.HEARTBEAT);
        assertThat(line.ended).isNull();
    }

    @Test
    void aTokenEndsWithItsTimeOrItsSecret() {
        Line line = new Line();
        open(line, Optional.empty());
        settle(line);
        pass(line, Duration.ofHours(1));
        assertThat(line.ended).isEqualTo(Goodbye.EXPIRED);

        Line other = new Line();
        open(other, Optional.empty());
        good = false;
        live.checkTokens();
        settle(other);
        assertThat(other.ended).isEqualTo(Goodbye.REVOKED);
    }

    @Test
    void whoSaysTooMuchIsNotReadForAWhileAndDoesNotGetFurtherConnections() {
        Line line = new Line();
        Session session = open(line, Optional.empty());
        settle(line);
        int taken = 0;
        while (line.listening) {
            assertThat(session.heard()).isTrue();
            taken++;
        }
        assertThat(taken).as("entering counts as ten").isEqualTo(10 * MESSAGES - 10 + 1);
        Pass again = new Pass(BOB, "kid", clock.instant().plus(Duration.ofHours(1)), "127.0.0.1");
        assertThat(live.enter(again)).contains(Full.BUSY_USER);
        pass(line, Duration.ofSeconds(1));
        assertThat(line.listening).isTrue();
        assertThat(line.ended).isNull();
        assertThat(live.enter(again)).isEmpty();
    }

    @Test
    void whoIsNotReadIsNotTakenForSilent() {
        Line line = new Line();
        Session session = open(line, Optional.empty());
        settle(line);
        for (int i = 0; i < 30; i++) {
            for (int much = 0; much < 20 * MESSAGES; much++) {
                session.heard();
            }
            pass(line, Duration.ofSeconds(4));
            assertThat(line.listening).isFalse();
        }
        assertThat(line.ended).isNull();
        pass(line, Duration.ofSeconds(7));
        assertThat(line.listening).isTrue();
        assertThat(line.ended).isNull();
    }

    @Test
    void whatAScreenHasSaidToHaveIsWrittenAlsoIfItIsGoneByThen() {
        Line line = new Line();
        Session session = open(line, Optional.empty());
        settle(line);
        List<UUID> many = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            many.add(feed.name());
        }
        session.received(many);
        session.gone();
        while (feed.received.size() < many.size()) {
            settle(line);
            Thread.onSpinWait();
        }
        assertThat(feed.received).containsExactlyElementsOf(many);
    }

    @Test
    void manyUsersOfOneAddressAreLimitedTogether() {
        int letIn = 0;
        Optional<Full> full = Optional.empty();
        for (int user = 0; full.isEmpty(); user++) {
            Pass pass = new Pass(new UserKey("acme", "u" + user), "kid", Instant.MAX, "127.0.0.1");
            full = live.enter(pass);
            if (full.isEmpty()) {
                live.giveBack(pass);
                letIn++;
            }
        }
        assertThat(full).contains(Full.BUSY_ADDRESS);
        assertThat(letIn).isEqualTo(10 * 10 * MESSAGES / 10);
        assertThat(live.enter(new Pass(BOB, "kid", Instant.MAX, "127.0.0.2"))).isEmpty();
    }

    @Test
    void whoHasUsedUpTheOwnAllowanceDoesNotUseUpThatOfTheOthersAtTheAddress() {
        Line line = new Line();
        Session session = open(line, Optional.empty());
        settle(line);
        for (int much = 0; much < 200 * MESSAGES; much++) {
            session.heard();
        }
        Pass again = new Pass(BOB, "kid", clock.instant().plus(Duration.ofHours(1)), "127.0.0.1");
        for (int much = 0; much < 20 * MESSAGES; much++) {
            assertThat(live.enter(again)).contains(Full.BUSY_USER);
        }
        Line other = new Line();
        Pass neighbour = new Pass(new UserKey("acme", "neighbour"), "kid", Instant.MAX, "127.0.0.1");
        assertThat(live.enter(neighbour)).isEmpty();
        live.open(neighbour, other, Optional.empty()).heard();
        assertThat(other.listening).isTrue();
    }

    @Test
    void whenTheServerStopsNobodyIsLetInAnyMore() {
        Line line = new Line();
        open(line, Optional.empty());
        settle(line);
        live.close();
        settle(line);
        assertThat(line.ended).isEqualTo(Goodbye.DRAINING);
        assertThat(live.enter(new Pass(BOB, "kid", Instant.MAX, "127.0.0.1"))).contains(Full.DRAINING);
    }
}
