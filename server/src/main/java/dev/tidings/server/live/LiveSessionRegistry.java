package dev.tidings.server.live;

import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.inbox.InboxFeed;
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
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The live connections of this process: admission, sessions by user, rate limits, token checks and draining. */
public final class LiveSessionRegistry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveSessionRegistry.class);
    private static final long MAINTENANCE_MILLIS = 1_000;
    /** The maintenance runs between two checks for secrets that another process revoked. */
    private static final int RUNS_PER_TOKEN_CHECK = 5;

    /** As many as an engine reads in parallel, plus a few queued. */
    private static final int CATCH_UPS = 32;

    /** The cost of a new connection, in messages: a handshake, a position in the feed, a count. */
    private static final int CONNECTION_COST = 10;

    private static final Duration ACK_DRAIN_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration MAX_DRAIN_STEP = Duration.ofMillis(2);

    private final Parts parts;
    private final LiveOptions options;
    private final ConcurrentMap<UserKey, UserSessions> audiences = new ConcurrentHashMap<>();
    private final KeyedPermits<String> addresses = new KeyedPermits<>();
    private final KeyedPermits<UserKey> users = new KeyedPermits<>();
    private final TokenBuckets<String> addressBuckets;
    private final TokenBuckets<UserKey> userBuckets;
    private final CatchUpQueue catchUps = new CatchUpQueue(CATCH_UPS);
    private final AtomicInteger connected = new AtomicInteger();
    private final LiveMeters meters;
    private final ScheduledExecutorService maintenance =
            Executors.newSingleThreadScheduledExecutor(work -> daemon(work, "live"));
    /** Runs the reads and writes of acks in the background, off the event loops. */
    private final ExecutorService ackExecutor = Executors.newSingleThreadExecutor(work -> daemon(work, "live-acks"));

    private volatile boolean draining;
    private int maintenanceRuns;

    /** The key of a signing secret of tokens. */
    public record Signer(String tenant, String kid) {}

    /**
     * The dependencies of the live connections.
     *
     * @param unread the unread count of a user
     * @param stillGood whether tokens of a secret are still valid
     * @param nanos a monotonic clock
     */
    public record Parts(
            InboxFeed feed,
            Function<UserKey, CompletableFuture<Long>> unread,
            LiveBus bus,
            Function<Signer, CompletableFuture<Boolean>> stillGood,
            InstantSource clock,
            LongSupplier nanos,
            MeterRegistry registry) {}

    public LiveSessionRegistry(Parts parts, LiveOptions options) {
        this.parts = parts;
        this.options = options;
        this.addressBuckets = new TokenBuckets<>(options.messagesPerAddress());
        this.userBuckets = new TokenBuckets<>(options.messagesPerUser());
        this.meters = new LiveMeters(parts.registry(), this::connected);
        maintenance.scheduleWithFixedDelay(
                this::lookAround, MAINTENANCE_MILLIS, MAINTENANCE_MILLIS, TimeUnit.MILLISECONDS);
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
    public Optional<RefusalReason> enter(SessionCredentials pass) {
        Optional<RefusalReason> full = tryAdmit(pass);
        full.ifPresent(meters::refused);
        return full;
    }

    private Optional<RefusalReason> tryAdmit(SessionCredentials pass) {
        if (draining) {
            return Optional.of(RefusalReason.DRAINING);
        }
        if (connected.incrementAndGet() > options.maxConnections()) {
            connected.decrementAndGet();
            return Optional.of(RefusalReason.SERVER);
        }
        if (!addresses.tryAcquire(pass.address(), options.maxPerAddress())) {
            connected.decrementAndGet();
            return Optional.of(RefusalReason.ADDRESS);
        }
        if (!users.tryAcquire(pass.user(), options.maxPerUser())) {
            addresses.release(pass.address());
            connected.decrementAndGet();
            return Optional.of(RefusalReason.USER);
        }
        Optional<RefusalReason> busy = busy(pass);
        if (busy.isPresent()) {
            giveBack(pass);
        }
        return busy;
    }

    /** The user first: a user over the limit must not use up the tokens of the others at the address. */
    private Optional<RefusalReason> busy(SessionCredentials pass) {
        int now = seconds();
        if (!userBuckets.tryAcquire(pass.user(), CONNECTION_COST, now)) {
            return Optional.of(RefusalReason.BUSY_USER);
        }
        return addressBuckets.tryAcquire(pass.address(), CONNECTION_COST, now)
                ? Optional.empty()
                : Optional.of(RefusalReason.BUSY_ADDRESS);
    }

    public void giveBack(SessionCredentials pass) {
        users.release(pass.user());
        addresses.release(pass.address());
        connected.decrementAndGet();
    }

    /**
     * Opens a session. Called on the connection's event loop.
     *
     * @param since the last position of a client that resumes
     */
    public LiveSession open(SessionCredentials pass, Transport wire, Optional<UUID> since) {
        LiveSession session = new LiveSession(this, pass, wire);
        audiences.compute(pass.user(), (user, there) -> {
            UserSessions audience = there;
            if (audience == null) {
                audience = new UserSessions(user, parts.unread());
                parts.bus().listen(user, audience);
            }
            audience.add(session);
            return audience;
        });
        session.start(since);
        if (draining) {
            // It was admitted while the others were being closed. Deferred until its handshake is answered, which is
            // after this returns.
            session.loop().execute(() -> session.end(CloseReason.DRAINING));
        }
        return session;
    }

    void left(LiveSession session) {
        audiences.computeIfPresent(session.pass().user(), (user, audience) -> {
            audience.remove(session);
            if (audience.sessions().length > 0) {
                return audience;
            }
            parts.bus().leave(user, audience);
            return null;
        });
        giveBack(session.pass());
    }

    /**
     * Charges received messages. False if the user or the address is over its rate. Messages beyond the user's rate are not charged to the
     * address.
     */
    boolean count(SessionCredentials pass, int messages) {
        int now = seconds();
        int covered = userBuckets.charge(pass.user(), messages, now);
        return addressBuckets.charge(pass.address(), covered, now) == covered && covered == messages;
    }

    boolean mayHear(SessionCredentials pass) {
        int now = seconds();
        return !userBuckets.isInDebt(pass.user(), now) && !addressBuckets.isInDebt(pass.address(), now);
    }

    public int connected() {
        return connected.get();
    }

    private List<LiveSession> sessions() {
        List<LiveSession> all = new ArrayList<>();
        audiences.values().forEach(audience -> all.addAll(List.of(audience.sessions())));
        return all;
    }

    void lookAround() {
        try {
            int now = seconds();
            Instant time = now();
            for (LiveSession session : sessions()) {
                if (session.needsAttention(now, time)) {
                    session.loop().execute(session::attend);
                }
            }
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

    /** Closes the connections whose tokens are no longer valid. */
    public void checkTokens() {
        Map<Signer, List<LiveSession>> bySigner = new HashMap<>();
        for (LiveSession session : sessions()) {
            Signer signer =
                    new Signer(session.pass().user().tenant(), session.pass().kid());
            bySigner.computeIfAbsent(signer, same -> new ArrayList<>()).add(session);
        }
        bySigner.forEach((signer, signed) -> parts.stillGood().apply(signer).thenAccept(good -> {
            if (!good) {
                signed.forEach(session -> session.loop().execute(() -> session.end(CloseReason.REVOKED)));
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
            session.loop().execute(() -> session.end(CloseReason.DRAINING));
            next += step;
            LockSupport.parkNanos(next - System.nanoTime());
        }
        maintenance.shutdownNow();
        ackExecutor.shutdown();
        Uninterruptibly.await(ACK_DRAIN_TIMEOUT, nanos -> ackExecutor.awaitTermination(nanos, TimeUnit.NANOSECONDS));
    }

    CompletableFuture<Integer> received(UserKey user, List<UUID> notifications) {
        return CompletableFuture.completedFuture(notifications)
                .thenComposeAsync(these -> parts.feed().received(user, these), ackExecutor)
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        failed(user, failure);
                    }
                });
    }

    /** One line without a stack trace: there can be as many as connections. */
    void failed(UserKey user, Throwable failure) {
        LOG.warn("the inbox of {} could not be read or written for a live connection: {}", user, failure.toString());
    }

    LiveMeters meters() {
        return meters;
    }

    CatchUpQueue catchUps() {
        return catchUps;
    }

    InboxFeed feed() {
        return parts.feed();
    }

    CompletableFuture<Long> unread(UserKey user) {
        return parts.feed().settled(user).thenCompose(now -> parts.unread().apply(user));
    }

    LiveOptions options() {
        return options;
    }

    Instant now() {
        return parts.clock().instant();
    }

    /** Seconds of the monotonic clock. */
    int seconds() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(parts.nanos().getAsLong());
    }
}
