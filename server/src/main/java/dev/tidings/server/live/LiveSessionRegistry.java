package dev.tidings.server.live;

import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.LiveNumber;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.config.Config;
import dev.tidings.server.feed.FeedCursor;
import dev.tidings.server.inbox.InboxFeed;
import dev.tidings.server.limits.AsyncSemaphore;
import dev.tidings.server.limits.KeyedPermits;
import dev.tidings.server.limits.TokenBuckets;
import dev.tidings.widecolumn.Uninterruptibly;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits and opens the live connections of this process, and limits their number and message rates. Periodically checks heartbeats and
 * tokens; {@link #close} drains the connections.
 */
public final class LiveSessionRegistry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveSessionRegistry.class);
    private static final long MAINTENANCE_MILLIS = 1_000;
    /** The maintenance runs between two checks for secrets that another process revoked. */
    private static final int RUNS_PER_TOKEN_CHECK = 5;

    private static final int NUMBERS_PER_CALL = 1_000;

    /** As many as an engine reads in parallel, plus a few queued. */
    private static final int CATCH_UPS = 32;

    /** The cost of a new connection, in messages: a handshake, a position in the feed, a count. */
    private static final int CONNECTION_COST = 10;

    private static final Duration ACK_DRAIN_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration MAX_DRAIN_STEP = Duration.ofMillis(2);

    private final LiveDependencies parts;
    private final Config.Live options;
    private final ConcurrentMap<UserKey, UserSessions> sessions = new ConcurrentHashMap<>();
    private final KeyedPermits<String> addresses = new KeyedPermits<>();
    private final KeyedPermits<UserKey> users = new KeyedPermits<>();
    private final TokenBuckets<String> addressBuckets;
    private final TokenBuckets<UserKey> userBuckets;
    private final AsyncSemaphore catchUps = new AsyncSemaphore(CATCH_UPS);
    private final AtomicInteger connected = new AtomicInteger();
    private final LiveMeters meters;
    private final FeedReads feedReads = new FeedReads(this);
    private final ScheduledExecutorService maintenance =
            Executors.newSingleThreadScheduledExecutor(work -> daemon(work, "live"));
    /** Runs the reads and writes of acks in the background, off the event loops. */
    private final ExecutorService ackExecutor = Executors.newSingleThreadExecutor(work -> daemon(work, "live-acks"));

    private final BiConsumer<Duration, Runnable> timer;
    private volatile boolean draining;
    private int maintenanceRuns;

    /** Identifies a secret of a tenant that signs user tokens. */
    public record SigningKeyId(String tenant, String kid) {}

    /**
     * The services, clocks and registry that live connections use.
     *
     * @param unread the unread count of a user
     * @param signerValid whether tokens of a secret are still valid
     * @param nanos a monotonic clock
     */
    public record LiveDependencies(
            InboxFeed feed,
            Function<UserKey, CompletableFuture<Long>> unread,
            LiveBus bus,
            Function<SigningKeyId, CompletableFuture<Boolean>> signerValid,
            InstantSource clock,
            LongSupplier nanos,
            MeterRegistry registry) {}

    public LiveSessionRegistry(LiveDependencies parts, Config.Live options) {
        this(parts, options, Optional.empty());
        maintenance.scheduleWithFixedDelay(
                this::runMaintenance, MAINTENANCE_MILLIS, MAINTENANCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** @param timer runs tasks later, instead of a thread of its own; then the caller also runs the maintenance */
    LiveSessionRegistry(LiveDependencies parts, Config.Live options, Optional<BiConsumer<Duration, Runnable>> timer) {
        this.parts = parts;
        this.options = options;
        this.timer = timer.orElse((delay, task) -> maintenance.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS));
        this.addressBuckets = new TokenBuckets<>(options.messagesPerAddress());
        this.userBuckets = new TokenBuckets<>(options.messagesPerUser());
        this.meters = new LiveMeters(parts.registry(), this::connected);
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Takes the permits of a new connection, or returns the limit that refuses it. The caller then opens a session or gives the permits
     * back.
     */
    public Optional<RefusalReason> admit(SessionCredentials credentials) {
        Optional<RefusalReason> full = tryAdmit(credentials);
        full.ifPresent(meters::refused);
        return full;
    }

    private Optional<RefusalReason> tryAdmit(SessionCredentials credentials) {
        if (draining) {
            return Optional.of(RefusalReason.DRAINING);
        }
        if (connected.incrementAndGet() > options.maxConnections()) {
            connected.decrementAndGet();
            return Optional.of(RefusalReason.SERVER);
        }
        if (!addresses.tryAcquire(credentials.address(), options.maxPerAddress())) {
            connected.decrementAndGet();
            return Optional.of(RefusalReason.ADDRESS);
        }
        if (!users.tryAcquire(credentials.user(), options.maxPerUser())) {
            addresses.release(credentials.address());
            connected.decrementAndGet();
            return Optional.of(RefusalReason.USER);
        }
        Optional<RefusalReason> busy = busy(credentials);
        if (busy.isPresent()) {
            release(credentials);
        }
        return busy;
    }

    /** The user first: a user over the limit must not use up the tokens of the others at the address. */
    private Optional<RefusalReason> busy(SessionCredentials credentials) {
        int now = monotonicSeconds();
        if (!userBuckets.tryAcquire(credentials.user(), CONNECTION_COST, now)) {
            return Optional.of(RefusalReason.BUSY_USER);
        }
        return addressBuckets.tryAcquire(credentials.address(), CONNECTION_COST, now)
                ? Optional.empty()
                : Optional.of(RefusalReason.BUSY_ADDRESS);
    }

    public void release(SessionCredentials credentials) {
        users.release(credentials.user());
        addresses.release(credentials.address());
        connected.decrementAndGet();
    }

    /**
     * Opens a session. Called on the connection's event loop.
     *
     * @param since the cursor of a client that resumes
     */
    public LiveSession open(SessionCredentials credentials, Transport transport, Optional<FeedCursor> since) {
        LiveSession session = new LiveSession(this, credentials, transport);
        UserSessions ofUser = sessions.compute(credentials.user(), (user, there) -> {
            UserSessions sessions = there;
            if (sessions == null) {
                sessions = new UserSessions(user, parts.unread());
                sessions.listen(parts.bus());
            }
            sessions.add(session);
            return sessions;
        });
        session.start(since, ofUser.listening());
        if (draining) {
            // It was admitted while the others were being closed. Deferred until its handshake is answered, which is
            // after this returns.
            session.eventLoop().execute(() -> session.close(CloseReason.DRAINING));
        }
        return session;
    }

    void closed(LiveSession session) {
        sessions.computeIfPresent(session.credentials().user(), (user, sessions) -> {
            sessions.remove(session);
            if (sessions.sessions().length > 0) {
                return sessions;
            }
            parts.bus().unlisten(user, sessions);
            return null;
        });
        release(session.credentials());
    }

    /**
     * Charges received messages. False if the user or the address is over its rate. Messages beyond the user's rate are not charged to the
     * address.
     */
    boolean charge(SessionCredentials credentials, int messages) {
        int now = monotonicSeconds();
        int covered = userBuckets.charge(credentials.user(), messages, now);
        return addressBuckets.charge(credentials.address(), covered, now) == covered && covered == messages;
    }

    boolean mayRead(SessionCredentials credentials) {
        int now = monotonicSeconds();
        return !userBuckets.isInDebt(credentials.user(), now) && !addressBuckets.isInDebt(credentials.address(), now);
    }

    public int connected() {
        return connected.get();
    }

    private List<LiveSession> sessions() {
        List<LiveSession> all = new ArrayList<>();
        sessions.values().forEach(sessions -> all.addAll(List.of(sessions.sessions())));
        return all;
    }

    void runMaintenance() {
        try {
            int now = monotonicSeconds();
            Instant time = now();
            List<UserSessions> quiet = new ArrayList<>();
            sessions.values().forEach(ofUser -> {
                if (check(ofUser, now, time)) {
                    quiet.add(ofUser);
                }
            });
            compareNumbers(quiet);
            userBuckets.evictFull(now);
            addressBuckets.evictFull(now);
            if (++maintenanceRuns % RUNS_PER_TOKEN_CHECK == 0) {
                checkTokens();
            }
        } catch (RuntimeException e) {
            // The next run tries again; an exception would cancel the schedule.
            LOG.warn("maintenance of live connections failed; retrying", e);
        }
    }

    /** True if one of the sessions gets a heartbeat. */
    private static boolean check(UserSessions ofUser, int now, Instant time) {
        boolean heartbeat = false;
        for (LiveSession session : ofUser.sessions()) {
            heartbeat |= session.needsHeartbeat(now);
            if (session.needsCheck(now, time)) {
                session.eventLoop().execute(session::check);
            }
        }
        return heartbeat;
    }

    /** With every heartbeat, so that a lost update costs at most the time until the next one. */
    private void compareNumbers(List<UserSessions> quiet) {
        for (int from = 0; from < quiet.size(); from += NUMBERS_PER_CALL) {
            List<UserSessions> chunk = quiet.subList(from, Math.min(quiet.size(), from + NUMBERS_PER_CALL));
            parts.bus().numbers(chunk.stream().map(UserSessions::user).toList()).whenComplete((numbers, failure) -> {
                for (int i = 0; i < chunk.size(); i++) {
                    chunk.get(i).compare(failure == null ? numbers.get(i) : LiveNumber.UNKNOWN);
                }
            });
        }
    }

    /** Closes the connections of users whose tokens are no longer valid. */
    public void closeAll(Predicate<UserKey> users) {
        for (LiveSession session : sessions()) {
            if (users.test(session.credentials().user())) {
                session.eventLoop().execute(() -> session.close(CloseReason.REVOKED));
            }
        }
    }

    /** Closes the connections whose tokens are no longer valid. */
    public void checkTokens() {
        Map<SigningKeyId, List<LiveSession>> bySigner = new HashMap<>();
        for (LiveSession session : sessions()) {
            SigningKeyId signer = new SigningKeyId(
                    session.credentials().user().tenant(), session.credentials().kid());
            bySigner.computeIfAbsent(signer, same -> new ArrayList<>()).add(session);
        }
        bySigner.forEach((signer, signed) -> parts.signerValid().apply(signer).thenAccept(good -> {
            if (!good) {
                signed.forEach(session -> session.eventLoop().execute(() -> session.close(CloseReason.REVOKED)));
            }
        }));
    }

    /** Refuses new connections and closes the existing ones gradually, because all of them reconnect. */
    @Override
    public void close() {
        draining = true;
        List<LiveSession> all = sessions();
        long step = Math.min(MAX_DRAIN_STEP.toNanos(), options.drain().toNanos() / Math.max(1, all.size()));
        long next = System.nanoTime();
        for (LiveSession session : all) {
            session.eventLoop().execute(() -> session.close(CloseReason.DRAINING));
            next += step;
            LockSupport.parkNanos(next - System.nanoTime());
        }
        maintenance.shutdownNow();
        ackExecutor.shutdown();
        Uninterruptibly.await(ACK_DRAIN_TIMEOUT, nanos -> ackExecutor.awaitTermination(nanos, TimeUnit.NANOSECONDS));
    }

    CompletableFuture<Integer> acknowledge(UserKey user, List<UUID> notifications) {
        return CompletableFuture.completedFuture(notifications)
                .thenComposeAsync(these -> parts.feed().acknowledge(user, these), ackExecutor)
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        logFailure(user, failure);
                    }
                });
    }

    /** One line without a stack trace: there can be as many as connections. */
    void logFailure(UserKey user, Throwable failure) {
        LOG.warn("the inbox of {} could not be read or written for a live connection: {}", user, failure.toString());
    }

    LiveMeters meters() {
        return meters;
    }

    AsyncSemaphore catchUpPermits() {
        return catchUps;
    }

    FeedReads feedReads() {
        return feedReads;
    }

    InboxFeed feed() {
        return parts.feed();
    }

    /** The user's number; unknown if the hot state can't be reached, then the next update is taken for a gap. */
    CompletableFuture<LiveNumber> number(UserKey user) {
        return parts.bus()
                .numbers(List.of(user))
                .thenApply(numbers -> numbers.get(0))
                .exceptionally(failure -> LiveNumber.UNKNOWN);
    }

    /** Runs a task later, on any thread. Not at all if this is closed. */
    void later(Duration delay, Runnable task) {
        try {
            timer.accept(delay, task);
        } catch (RejectedExecutionException closed) {
            // The sessions are closed, too.
        }
    }

    CompletableFuture<Long> unread(UserKey user) {
        return parts.feed().awaitCounted(user).thenCompose(now -> parts.unread().apply(user));
    }

    Config.Live options() {
        return options;
    }

    Instant now() {
        return parts.clock().instant();
    }

    /** Seconds of the monotonic clock. */
    int monotonicSeconds() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(parts.nanos().getAsLong());
    }
}
