package dev.tidings.torture.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.config.Config;
import dev.tidings.server.hot.MemoryHotState;
import dev.tidings.server.inbox.InboxFilter;
import dev.tidings.server.inbox.InboxItem;
import dev.tidings.server.inbox.Mark;
import dev.tidings.server.intake.Sender;
import dev.tidings.server.intake.SubmitResult;
import dev.tidings.server.live.LiveSessionRegistry;
import dev.tidings.server.live.SessionCredentials;
import dev.tidings.server.provider.AccountDraft;
import dev.tidings.server.service.Overrides;
import dev.tidings.server.service.Service;
import dev.tidings.server.storage.StorageConfigs;
import dev.tidings.tables.TidingsSchema;
import dev.tidings.testkit.hostile.HostileEngine;
import dev.tidings.testkit.hostile.HostileFaults;
import dev.tidings.testkit.hostile.HostileHotState;
import dev.tidings.testkit.hostile.HostileLog;
import dev.tidings.testkit.hostile.HostileLogFaults;
import dev.tidings.testkit.hostile.HotFaults;
import dev.tidings.widecolumn.WriteClock;
import dev.tidings.widecolumn.rocksdb.RocksEngine;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A random history of sends and marks by seed, on a service whose tables, hot state and log do the worst that theirs may do. A model of what
 * each user must see judges it: inbox, marks, unread count, live events, delivery states and provider calls.
 */
final class HostileRun implements AutoCloseable {
    private static final String TENANT = "hostile";
    private static final Sender SENDER = new Sender(TENANT, "torture");
    private static final int USERS = 4;
    private static final int STEPS = 40;
    private static final Duration TIMEOUT = Duration.ofSeconds(90);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * The faults of one run.
     *
     * @param losses whether the hot state loses everything now and then
     */
    record Faults(HostileFaults tables, HotFaults hot, HostileLogFaults log, boolean losses) {
        /** A different mix for each seed. */
        static Faults of(long seed) {
            HostileFaults tables = HostileFaults.HEALTHY;
            HotFaults hot = HotFaults.HEALTHY;
            if (seed % 2 == 0) {
                tables = tables.withUnknownOutcomes(0.08, Duration.ofMillis(60));
            }
            if (seed % 3 == 0) {
                hot = hot.withLostUpdates(0.2, Duration.ofMillis(20));
            }
            if (seed % 5 == 0) {
                hot = hot.withFailures(0.03);
            }
            return new Faults(tables, hot, log(seed), seed % 7 == 0);
        }

        private static HostileLogFaults log(long seed) {
            HostileLogFaults log = HostileLogFaults.NONE;
            if (seed % 4 == 1) {
                log = log.withFormerFirst(0.15).withFormerLast(0.1).withBothAtOnce(0.1);
            }
            if (seed % 8 == 1) {
                log = log.withUnmarked(0.5).withUnnoticed(0.5);
            }
            return seed % 8 == 3 ? log.withUnknownAppends(0.05) : log;
        }
    }

    private final Random random;
    private final Faults faults;
    private final CountingKind provider = new CountingKind();
    private final AtomicReference<MemoryHotState> memory = new AtomicReference<>();
    private final AtomicReference<HostileEngine> tables = new AtomicReference<>();
    private final Service service;
    private final LiveSessionRegistry live;
    private final ExecutorService eventLoop = Executors.newSingleThreadExecutor();
    private final Map<String, LiveRecorder> recorders = new TreeMap<>();
    /** For each user the mark of each notification, by id. */
    private final Map<String, Map<UUID, Mark>> model = new TreeMap<>();

    private final List<String> violations = new ArrayList<>();

    HostileRun(Path folder, long seed) {
        this.random = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
        this.faults = Faults.of(seed);
        this.service = Service.start(
                Config.load(
                                Optional.empty(),
                                Map.of(
                                        "TIDINGS_DATA_FOLDER",
                                        folder.toString(),
                                        "TIDINGS_STORAGE_BLOCK_CACHE",
                                        "8MiB",
                                        "TIDINGS_LIVE_HEARTBEAT",
                                        "1s"))
                        .config(),
                InstantSource.system(),
                Overrides.NONE
                        .withTables(config -> hostileTables(config, seed))
                        .withHot(real -> {
                            memory.set((MemoryHotState) real);
                            return new HostileHotState(real, faults.hot(), seed);
                        })
                        .withLog(real -> new HostileLog(real, faults.log(), seed))
                        .withProviderKinds(List.of(provider)));
        this.live = new LiveSessionRegistry(
                new LiveSessionRegistry.LiveDependencies(
                        service.pipeline().feed(),
                        service.pipeline().inbox()::unread,
                        service.storage().hot().live(),
                        signer -> CompletableFuture.completedFuture(true),
                        service.storage().clock(),
                        System::nanoTime,
                        new SimpleMeterRegistry()),
                Config.load(Optional.empty(), Map.of("TIDINGS_LIVE_HEARTBEAT", "1s"))
                        .config()
                        .live());
    }

    private HostileEngine hostileTables(Config config, long seed) {
        HostileEngine engine = new HostileEngine(
                RocksEngine.open(StorageConfigs.tables(config, InstantSource.system()), TidingsSchema.SCHEMA),
                new WriteClock(InstantSource.system(), 0)::next,
                faults.tables(),
                seed);
        tables.set(engine);
        return engine;
    }

    /** Runs the history, and returns what was not as it must be. */
    List<String> run() {
        putUsers();
        model.keySet().forEach(this::connect);
        for (int step = 0; step < STEPS; step++) {
            if (random.nextInt(3) > 0) {
                send(step);
            } else {
                mark();
            }
            if (faults.losses() && random.nextInt(15) == 0) {
                memory.get().loseAll();
            }
        }
        if (!service.drain(TIMEOUT)) {
            violations.add("not everything was routed within " + TIMEOUT);
        }
        model.keySet().forEach(this::judge);
        return violations;
    }

    private void putUsers() {
        AccountDraft account = new AccountDraft(
                service.delivery().providers().kinds().find(CountingKind.NAME).orElseThrow(),
                Map.of(),
                1,
                true,
                10,
                0,
                Duration.ofSeconds(10));
        service.delivery().providers().put(TENANT, "counting", account, SENDER.source());
        for (int user = 0; user < USERS; user++) {
            String name = "user" + user;
            model.put(name, new LinkedHashMap<>());
            UserChange change = new UserChange(
                    name,
                    Optional.of(name + "@example.com"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
            retried(() -> service.users().contacts().put(TENANT, List.of(change), SENDER.source()));
        }
    }

    private void connect(String user) {
        SessionCredentials credentials = new SessionCredentials(key(user), "kid", Instant.MAX, "127.0.0.1");
        LiveRecorder recorder = new LiveRecorder(eventLoop);
        recorders.put(user, recorder);
        live.admit(credentials);
        eventLoop.execute(() -> live.open(credentials, recorder, Optional.empty()));
        if (!await(() -> recorder.isGreeted() || recorder.closed() != null)) {
            violations.add(user + " was not greeted");
        } else if (recorder.closed() != null) {
            // The store did not answer; a client connects again.
            connect(user);
        }
    }

    private static UserKey key(String user) {
        return new UserKey(TENANT, user);
    }

    private void send(int step) {
        List<String> users = new ArrayList<>();
        model.keySet().forEach(user -> {
            if (random.nextBoolean()) {
                users.add(user);
            }
        });
        if (users.isEmpty()) {
            users.add("user0");
        }
        String to = users.size() == 1
                ? "{\"user\":\"" + users.get(0) + "\"}"
                : "{\"users\":[\"" + String.join("\",\"", users) + "\"]}";
        String request = "{\"to\":" + to + ",\"title\":\"step " + step + "\",\"channels\":[\"in_app\",\"email\"]}";
        String key = "step-" + step;
        SubmitResult accepted = submitted(request, key);
        UUID id = ((SubmitResult.Accepted) accepted).id();
        users.forEach(user -> model.get(user).put(id, Mark.UNREAD));
    }

    /** A key whose first request got no answer may be in progress for a while. */
    private SubmitResult submitted(String request, String key) {
        AtomicReference<SubmitResult> result = new AtomicReference<>();
        boolean answered = await(() -> {
            result.set(retried(() -> service.pipeline()
                    .intake()
                    .submit(SENDER, service.pipeline().parser().parse(request.getBytes(UTF_8)), Optional.of(key))));
            return !(result.get() instanceof SubmitResult.InProgress);
        });
        if (!answered) {
            throw new IllegalStateException("the key " + key + " is in progress for " + TIMEOUT);
        }
        return result.get();
    }

    private void mark() {
        List<String> users = model.keySet().stream()
                .filter(user -> !model.get(user).isEmpty())
                .toList();
        if (users.isEmpty()) {
            return;
        }
        String user = users.get(random.nextInt(users.size()));
        List<UUID> items = List.copyOf(model.get(user).keySet());
        UUID item = items.get(random.nextInt(items.size()));
        if (!await(() -> service.storage().backlog() == 0)) {
            violations.add("not everything was routed within " + TIMEOUT);
            return;
        }
        if (random.nextInt(6) == 0) {
            retried(() -> service.pipeline().inbox().markAllRead(key(user)));
            model.get(user).replaceAll((id, mark) -> Mark.READ);
        } else {
            Mark mark = random.nextBoolean() ? Mark.READ : Mark.UNREAD;
            boolean found = retried(() -> service.pipeline().inbox().mark(key(user), item, mark));
            if (!found) {
                violations.add(item + " is not in the inbox of " + user);
            }
            model.get(user).put(item, mark);
        }
    }

    /** As a client does that gets no answer, or a 503. */
    private static <T> T retried(Supplier<CompletableFuture<T>> call) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (true) {
            try {
                return call.get().join();
            } catch (CompletionException failed) {
                if (System.nanoTime() > end) {
                    throw failed;
                }
            }
        }
    }

    private static boolean await(BooleanSupplier condition) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    private void judge(String user) {
        Map<UUID, Mark> expected = model.get(user);
        Map<UUID, Boolean> inbox = inbox(user);
        expected.forEach((id, mark) -> {
            if (!inbox.containsKey(id)) {
                violations.add(user + " has no " + id);
            } else if (inbox.get(id) != (mark == Mark.READ)) {
                violations.add(user + " has " + id + " read: " + inbox.get(id) + ", marked as " + mark);
            }
            judgeEmail(user, id);
        });
        if (inbox.size() != expected.size()) {
            violations.add(user + " has " + inbox.size() + " items, expected " + expected.size());
        }
        long unread =
                expected.values().stream().filter(mark -> mark == Mark.UNREAD).count();
        long counted = retried(() -> service.pipeline().inbox().unread(key(user)));
        if (counted != unread) {
            violations.add(user + " has " + counted + " unread by the count, expected " + unread);
        }
        judgeLive(user, expected);
    }

    private void judgeEmail(String user, UUID id) {
        if (!await(() -> provider.calls(key(user), id) > 0)) {
            violations.add("no email about " + id + " to " + user);
        } else if (provider.calls(key(user), id) > 1) {
            violations.add(provider.calls(key(user), id) + " emails about " + id + " to " + user);
        }
    }

    private void judgeLive(String user, Map<UUID, Mark> expected) {
        LiveRecorder recorder = recorders.get(user);
        if (recorder.closed() != null) {
            violations.add("the connection of " + user + " was closed: " + recorder.closed());
            return;
        }
        await(() -> added(recorder).keySet().containsAll(expected.keySet()));
        Map<UUID, Integer> added = added(recorder);
        expected.keySet().forEach(id -> {
            int times = added.getOrDefault(id, 0);
            if (times != 1) {
                violations.add("the connection of " + user + " received " + id + " " + times + " times");
            }
        });
        if (!await(() -> recorder.isRead().equals(read(expected)))) {
            violations.add("the connection of " + user + " shows as read " + recorder.isRead() + ", expected "
                    + read(expected));
        }
        recorder.changes().stream()
                .distinct()
                .filter(change -> recorder.times(change) > 1)
                .forEach(change -> violations.add("the connection of " + user + " received twice: " + change));
    }

    private static Set<UUID> read(Map<UUID, Mark> expected) {
        Set<UUID> read = new TreeSet<>();
        expected.forEach((id, mark) -> {
            if (mark == Mark.READ) {
                read.add(id);
            }
        });
        return read;
    }

    private static Map<UUID, Integer> added(LiveRecorder recorder) {
        Map<UUID, Integer> added = new HashMap<>();
        recorder.changes().stream()
                .filter(InboxChange::isAdded)
                .forEach(change -> added.merge(change.notification(), 1, Integer::sum));
        return added;
    }

    /** Whether each item is read. */
    private Map<UUID, Boolean> inbox(String user) {
        Map<UUID, Boolean> items = new HashMap<>();
        Optional<String> cursor = Optional.empty();
        do {
            Optional<String> from = cursor;
            var page = retried(() -> service.pipeline().inbox().page(key(user), InboxFilter.ALL, 7, from));
            for (InboxItem item : page.items()) {
                if (items.put(item.id(), item.readAt() != null) != null) {
                    violations.add(user + " has " + item.id() + " twice");
                }
            }
            cursor = page.next();
        } while (cursor.isPresent());
        return items;
    }

    @Override
    public void close() {
        live.close();
        service.close();
        eventLoop.shutdownNow();
    }
}
