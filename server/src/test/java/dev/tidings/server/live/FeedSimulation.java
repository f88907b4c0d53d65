package dev.tidings.server.live;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.LiveNumber;
import dev.tidings.core.hot.LiveUpdate;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.config.Config;
import dev.tidings.server.feed.FeedCursor;
import dev.tidings.server.feed.FeedRows;
import dev.tidings.server.feed.FeedTiming;
import dev.tidings.server.inbox.FeedItem;
import dev.tidings.server.inbox.InboxFeed;
import dev.tidings.server.inbox.InboxItem;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * A simulation of several processes that write one user's inbox, and of one that holds the user's live connections, in virtual time and by
 * seed. The sessions are real; store, bus, clocks and clients are simulated:
 *
 * <ul>
 *   <li>clocks are up to 8 seconds apart;
 *   <li>a row becomes visible up to 9 seconds after its id was assigned, an inbox row and its change at different times;
 *   <li>5 % of the updates of the bus are lost, the others are late;
 *   <li>the outcome of a write may be unknown: it lands later or never, and is written again;
 *   <li>a writer may die between its write and its end; another one writes the same again later;
 *   <li>clients stop reading, are cut off, and resume with the cursor of the last event.
 * </ul>
 */
final class FeedSimulation {
    private static final UserKey BOB = new UserKey("acme", "bob");
    private static final long START = 1_764_000_000_000L;
    private static final int CLIENTS = 3;
    private static final int MAX_SKEW_MILLIS = 4_000;
    private static final int MAX_VISIBILITY_MILLIS = 9_000;
    private static final long WRITING_MILLIS = 180_000;
    private static final long SETTLING_MILLIS = 150_000;

    private final Random random;
    private final FeedTiming timing;
    private final int meanPauseMillis;
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::order));
    private long now = START;
    private long order;

    private final List<StoredRow> rows = new ArrayList<>();
    private final Map<UUID, Long> inboxVisible = new HashMap<>();
    private final List<SimulatedChange> changes = new ArrayList<>();
    private final SimulatedBus bus = new SimulatedBus();
    private final List<SimulatedClient> clients = new ArrayList<>();
    private final long readerSkew;
    private final LiveSessionRegistry live;

    /** A task in virtual time. */
    private record Task(long at, long order, Runnable work) {}

    /** A row of the feed, and when it is visible. */
    private record StoredRow(InboxChange change, long visibleAt) {}

    /** A change that a user makes or gets, whatever the number of its rows. */
    record SimulatedChange(InboxChange first, long identity) {}

    /** @param meanPauseMillis the mean time between two changes */
    FeedSimulation(long seed, Duration overlap, int meanPauseMillis) {
        this.random = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
        this.timing = new FeedTiming(overlap);
        this.meanPauseMillis = meanPauseMillis;
        this.readerSkew = skew();
        this.live = new LiveSessionRegistry(
                new LiveSessionRegistry.LiveDependencies(
                        new SimulatedFeed(),
                        user -> later(() -> 0L),
                        bus,
                        signer -> CompletableFuture.completedFuture(true),
                        readerClock(),
                        () -> now * 1_000_000,
                        new SimpleMeterRegistry()),
                new Config.Live(
                        100,
                        100,
                        100,
                        1_000_000,
                        1_000_000,
                        Duration.ofSeconds(25),
                        Duration.ofSeconds(60),
                        100_000,
                        Duration.ZERO),
                Optional.of((delay, task) -> after(delay.toMillis(), task)));
    }

    private InstantSource readerClock() {
        return () -> Instant.ofEpochMilli(now + readerSkew);
    }

    private long skew() {
        return random.nextInt(2 * MAX_SKEW_MILLIS + 1) - MAX_SKEW_MILLIS;
    }

    private void after(long millis, Runnable work) {
        tasks.add(new Task(now + millis, order++, work));
    }

    private <T> CompletableFuture<T> later(Supplier<T> value) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        after(random.nextInt(40), () -> {
            T read = value.get();
            after(random.nextInt(40), () -> answer.complete(read));
        });
        return answer;
    }

    /** Runs it, and returns what clients missed or received twice. */
    List<String> run() {
        for (int i = 0; i < CLIENTS; i++) {
            SimulatedClient client = new SimulatedClient(i);
            clients.add(client);
            after(random.nextInt(20_000), client::connect);
        }
        maintain();
        nextChange();
        long end = START + WRITING_MILLIS + SETTLING_MILLIS;
        while (!tasks.isEmpty() && tasks.peek().at() <= end) {
            Task next = tasks.poll();
            now = Math.max(now, next.at());
            next.work().run();
        }
        live.close();
        List<String> violations = new ArrayList<>();
        clients.forEach(client -> client.judge(violations));
        return violations;
    }

    private void maintain() {
        live.runMaintenance();
        after(1_000, this::maintain);
    }

    private void nextChange() {
        if (now < START + WRITING_MILLIS) {
            new Writer().write(null);
            after(random.nextInt(2 * meanPauseMillis), this::nextChange);
        }
    }

    /** A process that writes one change. */
    private final class Writer {
        private final long skew = skew();

        private UUID name() {
            return UuidV7.of(now + skew, random.nextInt(1 << 12), random.nextLong());
        }

        /** @param change null for a new one; otherwise it is written again */
        void write(SimulatedChange change) {
            bus.number++;
            UUID name = name();
            SimulatedChange written = change == null ? newChange(name) : change;
            int fate = random.nextInt(100);
            boolean unknown = fate < 10;
            boolean dies = fate >= 10 && fate < 15;
            boolean lands = !unknown || random.nextBoolean();
            long row = random.nextInt(MAX_VISIBILITY_MILLIS);
            long inbox = random.nextInt(MAX_VISIBILITY_MILLIS);
            if (lands && (change == null || !isInFeed(change))) {
                rows.add(new StoredRow(written.first().renamed(name), now + row));
                inboxVisible.merge(written.first().position(), now + inbox, Math::min);
            }
            long answered = unknown ? random.nextInt(2_000) : Math.max(row, inbox);
            if (dies) {
                after(10_000 + random.nextInt(10_000), () -> new Writer().write(written));
            } else {
                after(answered, () -> end(written, name, unknown, change != null));
            }
        }

        private SimulatedChange newChange(UUID name) {
            UUID notification = name();
            InboxChange change = random.nextInt(3) > 0
                    ? InboxChange.added(
                            name,
                            notification,
                            notification,
                            new InboxChange.Added("t", "normal", new Content("x", null, null, null), null))
                    : InboxChange.marked(name, "read", notification, notification, now);
            SimulatedChange made = new SimulatedChange(change, FeedRows.identity(change));
            changes.add(made);
            return made;
        }

        /** As routing decides whether a redelivered notification needs another row. */
        private boolean isInFeed(SimulatedChange change) {
            return rows.stream()
                    .filter(row -> row.visibleAt() <= now && FeedRows.identity(row.change()) == change.identity())
                    .anyMatch(row -> !timing.isLate(
                            Duration.between(UuidV7.time(row.change().id()), Instant.ofEpochMilli(now + skew))));
        }

        private void end(SimulatedChange written, UUID name, boolean unknown, boolean again) {
            bus.number++;
            LiveNumber number = bus.number();
            if (unknown) {
                after(random.nextInt(3_000), () -> new Writer().write(written));
            }
            if (random.nextInt(100) >= 5) {
                LiveUpdate update = new LiveUpdate(
                        number, OptionalLong.of(0), List.of(written.first().renamed(name)));
                boolean perhaps = unknown || again;
                after(random.nextInt(500), () -> bus.deliver(perhaps ? null : update));
            }
        }
    }

    private final class SimulatedBus implements LiveBus {
        private Listener listener;
        private long number;

        LiveNumber number() {
            return new LiveNumber(1, number);
        }

        void deliver(LiveUpdate update) {
            if (listener != null && update == null) {
                listener.changedPerhaps();
            } else if (listener != null) {
                listener.changed(update);
            }
        }

        @Override
        public CompletableFuture<LiveNumber> listen(UserKey user, Listener one) {
            return later(() -> {
                listener = one;
                return number();
            });
        }

        @Override
        public void unlisten(UserKey user, Listener one) {
            listener = listener == one ? null : listener;
        }

        @Override
        public CompletableFuture<List<LiveNumber>> numbers(List<UserKey> users) {
            return later(() -> users.stream().map(user -> number()).toList());
        }
    }

    private final class SimulatedFeed implements InboxFeed {
        @Override
        public FeedTiming timing() {
            return timing;
        }

        @Override
        public CompletableFuture<UUID> currentPosition(UserKey user) {
            return CompletableFuture.completedFuture(UuidV7.of(now + readerSkew, 0, random.nextLong()));
        }

        @Override
        public CompletableFuture<Void> awaitCounted(UserKey user) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public boolean reachesBackTo(UUID position) {
            return true;
        }

        @Override
        public CompletableFuture<FeedPage> after(UserKey user, UUID position, int limit) {
            return later(() -> page(position, limit));
        }

        private FeedPage page(UUID position, int limit) {
            List<InboxChange> found = rows.stream()
                    .filter(row -> row.visibleAt() <= now)
                    .map(StoredRow::change)
                    .filter(change -> change.id().compareTo(position) > 0)
                    .sorted(Comparator.comparing(InboxChange::id))
                    .limit(limit)
                    .toList();
            List<FeedItem> items = new ArrayList<>();
            found.forEach(change -> item(change).ifPresent(items::add));
            return new FeedPage(
                    items,
                    found.isEmpty() ? position : found.get(found.size() - 1).id(),
                    found.size() == limit);
        }

        private Optional<FeedItem> item(InboxChange change) {
            if (!change.isAdded()) {
                return Optional.of(new FeedItem(change, null, false));
            }
            if (inboxVisible.get(change.position()) <= now) {
                return Optional.of(new FeedItem(change, shown(change), false));
            }
            Duration age =
                    Duration.between(UuidV7.time(change.id()), readerClock().instant());
            return age.compareTo(timing.maxPending()) < 0
                    ? Optional.of(new FeedItem(change, null, true))
                    : Optional.empty();
        }

        private static InboxItem shown(InboxChange change) {
            Content content = new Content("x", null, null, null);
            Instant at = UuidV7.time(change.position());
            return new InboxItem(change.notification(), "t", "normal", content, at, null, null, null);
        }

        @Override
        public CompletableFuture<Integer> acknowledge(UserKey user, List<UUID> notifications) {
            return CompletableFuture.completedFuture(0);
        }
    }

    /** A client that is cut off and resumes. */
    private final class SimulatedClient {
        private final int number;
        private final Map<Long, Integer> received = new HashMap<>();
        private String cursor;
        /** When its first connection was greeted. */
        private long greetedAt = Long.MAX_VALUE;

        SimulatedClient(int number) {
            this.number = number;
        }

        void connect() {
            SessionCredentials credentials = new SessionCredentials(BOB, "kid", Instant.MAX, "127.0.0.1");
            if (live.admit(credentials).isPresent()) {
                throw new IllegalStateException("refused");
            }
            ClientTransport transport = new ClientTransport(this);
            LiveSession session = live.open(
                    credentials,
                    transport,
                    Optional.ofNullable(cursor)
                            .map(text -> FeedCursor.parse(text).orElseThrow()));
            transport.session = session;
            boolean isLast = now > START + WRITING_MILLIS;
            if (!isLast) {
                after(5_000 + random.nextInt(60_000), () -> {
                    transport.connected = false;
                    session.disconnected();
                    after(random.nextInt(20_000), this::connect);
                });
            }
        }

        void receive(LiveEvent event) {
            if (event instanceof LiveEvent.Hello hello) {
                if (cursor == null) {
                    cursor = hello.cursor().text();
                    greetedAt = now;
                }
            } else if (event instanceof LiveEvent.Changed changed) {
                cursor = changed.cursor().text();
                received.merge(FeedRows.identity(changed.change()), 1, Integer::sum);
            }
        }

        void judge(List<String> violations) {
            for (SimulatedChange change : changes) {
                int times = received.getOrDefault(change.identity(), 0);
                boolean isNew = visibleAt(change) > greetedAt;
                if (times > 1 || times == 0 && isNew) {
                    violations.add("client " + number + " received " + times + " times: " + change.first());
                }
            }
        }

        private long visibleAt(SimulatedChange change) {
            long row = rows.stream()
                    .filter(stored -> FeedRows.identity(stored.change()) == change.identity())
                    .mapToLong(StoredRow::visibleAt)
                    .min()
                    .orElse(Long.MAX_VALUE);
            long inbox = change.first().isAdded()
                    ? inboxVisible.getOrDefault(change.first().position(), Long.MAX_VALUE)
                    : 0;
            return row == Long.MAX_VALUE ? Long.MIN_VALUE : Math.max(row, inbox);
        }
    }

    /** A connection that is not writable now and then. What was sent before a cut is received. */
    private final class ClientTransport implements Transport {
        private final SimulatedClient client;
        private LiveSession session;
        private final Executor eventLoop = task -> after(0, task);
        private boolean connected = true;
        private boolean writable = true;

        ClientTransport(SimulatedClient client) {
            this.client = client;
        }

        @Override
        public Executor eventLoop() {
            return eventLoop;
        }

        @Override
        public boolean isWritable() {
            if (writable && random.nextInt(50) == 0) {
                writable = false;
                after(random.nextInt(3_000), () -> {
                    writable = true;
                    session.writable();
                });
            }
            return writable;
        }

        @Override
        public void send(LiveEvent event) {
            if (connected) {
                client.receive(event);
            }
        }

        @Override
        public void flush() {}

        @Override
        public boolean answersHeartbeats() {
            return false;
        }

        @Override
        public void setReading(boolean on) {}

        @Override
        public void close(CloseReason why) {
            throw new IllegalStateException("closed: " + why);
        }
    }
}
