package dev.tidings.server.live;

import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.inbox.InboxFeed;
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

/** Everybody who is connected. */
public final class Live implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Live.class);
    private static final long LOOK_MILLIS = 1_000;
    /** Tokens of secrets that another process revoked are noticed when this many looks have passed. */
    private static final int LOOKS_PER_CHECK = 5;

    /** As many as an engine reads at a time, and some to follow. */
    private static final int CATCH_UPS = 32;

    /** Letting somebody in takes as much as so many messages: a handshake, a place in the feed, a count. */
    private static final int ENTERING = 10;

    private static final Duration LAST_ACKS = Duration.ofSeconds(2);
    private static final Duration LEAVE_STEP = Duration.ofMillis(2);

    private final Parts parts;
    private final LiveOptions options;
    private final ConcurrentMap<UserKey, Audience> audiences = new ConcurrentHashMap<>();
    private final Counted<String> addresses = new Counted<>();
    private final Counted<UserKey> users = new Counted<>();
    private final Allowances<String> addressAllowances;
    private final Allowances<UserKey> userAllowances;
    private final CatchUps catchUps = new CatchUps(CATCH_UPS);
    private final AtomicInteger connected = new AtomicInteger();
    private final LiveMeters meters;
    private final ScheduledExecutorService looking =
            Executors.newSingleThreadScheduledExecutor(work -> daemon(work, "live"));
    /** Reads and writes for acks, which nobody waits for, and which must not hold up those who carry connections. */
    private final ExecutorService acking = Executors.newSingleThreadExecutor(work -> daemon(work, "live-acks"));

    private volatile boolean draining;
    private int looks;

    /** The name of a secret that tokens are signed with. */
    public record Signer(String tenant, String kid) {}

    /**
     * @param unread how many a user has not read
     * @param stillGood whether tokens of a secret are still let in
     * @param nanos a clock that only goes forward
     */
    public record Parts(
            InboxFeed feed,
            Function<UserKey, CompletableFuture<Long>> unread,
            LiveBus bus,
            Function<Signer, CompletableFuture<Boolean>> stillGood,
            InstantSource clock,
            LongSupplier nanos,
            MeterRegistry registry) {}

    public Live(Parts parts, LiveOptions options) {
        this.parts = parts;
        this.options = options;
        this.addressAllowances = new Allowances<>(options.messagesPerAddress());
        this.userAllowances = new Allowances<>(options.messagesPerUser());
        this.meters = new LiveMeters(parts.registry(), this::connected);
        looking.scheduleWithFixedDelay(this::lookAround, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private static Thread daemon(Runnable work, String name) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Takes a place for a further connection, or says what keeps it out. Who has one opens a session, or gives it back. */
    public Optional<Full> enter(Pass pass) {
        Optional<Full> full = tryToEnter(pass);
        full.ifPresent(meters::refused);
        return full;
    }

    private Optional<Full> tryToEnter(Pass pass) {
        if (draining) {
            return Optional.of(Full.DRAINING);
        }
        if (connected.incrementAndGet() > options.maxConnections()) {
            connected.decrementAndGet();
            return Optional.of(Full.SERVER);
        }
        if (!addresses.take(pass.address(), options.maxPerAddress())) {
            connected.decrementAndGet();
            return Optional.of(Full.ADDRESS);
        }
        if (!users.take(pass.user(), options.maxPerUser())) {
            addresses.giveBack(pass.address());
            connected.decrementAndGet();
            return Optional.of(Full.USER);
        }
        Optional<Full> busy = busy(pass);
        if (busy.isPresent()) {
            giveBack(pass);
        }
        return busy;
    }

    /** The user first: who has used up the own allowance must not use up that of everybody at the same address. */
    private Optional<Full> busy(Pass pass) {
        int now = seconds();
        if (!userAllowances.take(pass.user(), ENTERING, now)) {
            return Optional.of(Full.BUSY_USER);
        }
        return addressAllowances.take(pass.address(), ENTERING, now)
                ? Optional.empty()
                : Optional.of(Full.BUSY_ADDRESS);
    }

    public void giveBack(Pass pass) {
        users.giveBack(pass.user());
        addresses.giveBack(pass.address());
        connected.decrementAndGet();
    }

    /**
     * On the loop of the wire.
     *
     * @param since where it was the last time, if it was here before
     */
    public Session open(Pass pass, Wire wire, Optional<UUID> since) {
        Session session = new Session(this, pass, wire);
        audiences.compute(pass.user(), (user, there) -> {
            Audience audience = there;
            if (audience == null) {
                audience = new Audience(user, parts.unread());
                parts.bus().listen(user, audience);
            }
            audience.add(session);
            return audience;
        });
        session.start(since);
        if (draining) {
            // It came in while the others were being ended. Not before it is answered, which is when this returns.
            session.loop().execute(() -> session.end(Goodbye.DRAINING));
        }
        return session;
    }

    void left(Session session) {
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
     * Counts what was said. False if its user or its address has said more than it may for now. What the user had no right to say is
     * not held against the others at the address.
     */
    boolean count(Pass pass, int messages) {
        int now = seconds();
        int covered = userAllowances.spend(pass.user(), messages, now);
        return addressAllowances.spend(pass.address(), covered, now) == covered && covered == messages;
    }

    boolean mayHear(Pass pass) {
        int now = seconds();
        return !userAllowances.isInDebt(pass.user(), now) && !addressAllowances.isInDebt(pass.address(), now);
    }

    public int connected() {
        return connected.get();
    }

    private List<Session> sessions() {
        List<Session> all = new ArrayList<>();
        audiences.values().forEach(audience -> all.addAll(List.of(audience.sessions())));
        return all;
    }

    void lookAround() {
        try {
            int now = seconds();
            Instant time = now();
            for (Session session : sessions()) {
                if (session.needsAttention(now, time)) {
                    session.loop().execute(session::attend);
                }
            }
            userAllowances.tidy(now);
            addressAllowances.tidy(now);
            if (++looks % LOOKS_PER_CHECK == 0) {
                checkTokens();
            }
        } catch (RuntimeException e) {
            // It is tried again, and must not end with this.
            LOG.warn("could not look after live connections", e);
        }
    }

    /** Ends the connections of those whose tokens are no longer let in. */
    public void checkTokens() {
        Map<Signer, List<Session>> bySigner = new HashMap<>();
        for (Session session : sessions()) {
            Signer signer =
                    new Signer(session.pass().user().tenant(), session.pass().kid());
            bySigner.computeIfAbsent(signer, same -> new ArrayList<>()).add(session);
        }
        bySigner.forEach((signer, signed) -> parts.stillGood().apply(signer).thenAccept(good -> {
            if (!good) {
                signed.forEach(session -> session.loop().execute(() -> session.end(Goodbye.REVOKED)));
            }
        }));
    }

    /** Lets nobody in any more and ends all connections, a few at a time: they will all come back somewhere. */
    @Override
    public void close() {
        draining = true;
        List<Session> all = sessions();
        long step = Math.min(LEAVE_STEP.toNanos(), options.drain().toNanos() / Math.max(1, all.size()));
        long next = System.nanoTime();
        for (Session session : all) {
            session.loop().execute(() -> session.end(Goodbye.DRAINING));
            next += step;
            LockSupport.parkNanos(next - System.nanoTime());
        }
        looking.shutdownNow();
        acking.shutdown();
        Uninterruptibly.await(LAST_ACKS, nanos -> acking.awaitTermination(nanos, TimeUnit.NANOSECONDS));
    }

    CompletableFuture<Integer> received(UserKey user, List<UUID> notifications) {
        return CompletableFuture.completedFuture(notifications)
                .thenComposeAsync(these -> parts.feed().received(user, these), acking)
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        failed(user, failure);
                    }
                });
    }

    /** On one line: there can be as many as there are connections. */
    void failed(UserKey user, Throwable failure) {
        LOG.warn("the inbox of {} could not be read or written for a live connection: {}", user, failure.toString());
    }

    LiveMeters meters() {
        return meters;
    }

    CatchUps catchUps() {
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

    /** Of the clock that only goes forward. */
    int seconds() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(parts.nanos().getAsLong());
    }
}
