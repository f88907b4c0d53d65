package dev.tidings.server.live;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveNumber;
import dev.tidings.server.feed.FeedCursor;
import dev.tidings.server.feed.FeedRows;
import dev.tidings.server.feed.FeedTiming;
import dev.tidings.server.feed.FeedWindow;
import dev.tidings.server.inbox.FeedItem;
import dev.tidings.server.inbox.InboxFeed;
import dev.tidings.server.inbox.InboxItem;
import dev.tidings.server.live.FeedReads.FeedRead;
import dev.tidings.server.live.FeedReads.FeedScan;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * One live connection of a user: sends the changes of the inbox, and handles acks, heartbeats and limits. It is either catching up from the
 * change feed, or up to date and sends each change when it is published. Changes are not buffered: those the client is too slow for are
 * read from the feed later. Updates can be lost: where the number of one does not follow that of the last, the session reads the feed.
 *
 * <p>Confined to the connection's event loop, unless stated otherwise.
 */
public final class LiveSession {
    /** The number of acks that the rate limit counts as one message. */
    private static final int ACKS_PER_MESSAGE = 2;
    /** When a pending item is looked for again; the last one repeats. */
    private static final List<Duration> LOOKS =
            List.of(Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(5));

    private static final Duration VISIBILITY_MARGIN = Duration.ofSeconds(1);

    private static final int NONE_UNANSWERED = Integer.MIN_VALUE;
    private static final int MAX_UNANSWERED_HEARTBEATS = 2;

    /** The state of a session. */
    private enum State {
        STARTING,
        CATCHING_UP,
        UP_TO_DATE,
        /** The client has not read what was sent. */
        BLOCKED,
        CLOSED
    }

    private final LiveSessionRegistry live;
    private final SessionCredentials credentials;
    private final Transport transport;
    /** Written on the loop only; read by the maintenance thread. */
    private volatile State state = State.STARTING;
    /** What the client has of the feed. */
    private FeedWindow window;
    /** The number of the last update that was taken or covered by a read. */
    private LiveNumber number = LiveNumber.UNKNOWN;
    /** The number before the current read of the feed, and where the read continues; null if none is in progress. */
    private FeedScan scan;
    /** How often in a row a pending item was looked for. */
    private int looks;

    private boolean lookPlanned;
    /** After a gap: when the rows of all changes that were in flight have to be visible. Null if there was none. */
    private Instant inDoubtUntil;
    /** Whether a change arrived since the feed was read. */
    private boolean changedSinceRead;

    /** Null until the first ack. */
    private AckQueue acks;

    /** Whether reading is paused until the user and the client address are within their rate limits. */
    private volatile boolean throttled;

    /** The number of changes sent since the session began to catch up. */
    private int caughtUp;
    /** The time of the last event sent. Like the following, in seconds of the monotonic clock. */
    private volatile int lastSent;

    /** The time of the first unanswered heartbeat. */
    private int unansweredSince = NONE_UNANSWERED;

    private int blockedSince;

    LiveSession(LiveSessionRegistry live, SessionCredentials credentials, Transport transport) {
        this.live = live;
        this.credentials = credentials;
        this.transport = transport;
        lastSent = live.monotonicSeconds();
    }

    SessionCredentials credentials() {
        return credentials;
    }

    Executor eventLoop() {
        return transport.eventLoop();
    }

    /**
     * Starts to send.
     *
     * @param since the cursor of a client that resumes
     * @param listening completes when updates arrive
     */
    void start(Optional<FeedCursor> since, CompletableFuture<LiveNumber> listening) {
        FeedTiming timing = live.feed().timing();
        Optional<FeedCursor> resumeAt = since.filter(cursor -> live.feed().reachesBackTo(cursor.newest()));
        boolean cannotResume = since.isPresent() && resumeAt.isEmpty();
        onLoop(
                listening.thenCompose(ready -> live.feedReads().start(credentials.user(), resumeAt)),
                from -> onLoop(live.unread(credentials.user()), unread -> {
                    window = from.window();
                    number = from.number();
                    send(new LiveEvent.Hello(
                            window.cursor(),
                            unread,
                            resumeAt.isPresent(),
                            live.options().heartbeat()));
                    if (cannotResume) {
                        send(new LiveEvent.Reload(window.cursor(), unread));
                    }
                    transport.flush();
                    if (resumeAt.isPresent() || changedSinceRead || timing.isShared()) {
                        catchUp();
                    } else {
                        state = State.UP_TO_DATE;
                    }
                }));
    }

    /** Called with a published update. */
    void changed(UserSessions.LiveChanges update) {
        step(update, null, this::deliver);
    }

    private void deliver(UserSessions.LiveChanges update) {
        if (state != State.UP_TO_DATE) {
            changedSinceRead = true;
        } else if (!update.number().follows(number)) {
            gap();
        } else {
            number = update.number();
            verified();
            if (sendAll(update.events())) {
                transport.flush();
            } else {
                blocked();
            }
        }
    }

    /** False if the connection takes no more; the rest is read from the feed when it does. */
    private boolean sendAll(List<LiveEvent.Changed> events) {
        for (LiveEvent.Changed event : events) {
            InboxChange change = event.change();
            long identity = identity(change);
            if (!window.isSent(change.id(), identity)) {
                if (!isWritableAfterFlush()) {
                    return false;
                }
                window.sent(change.id(), identity);
                if (!window.isSuperseded(change)) {
                    window.marked(change);
                    send(isShared() ? changed(change, event.unread(), event.item()) : event);
                }
            }
        }
        return true;
    }

    private LiveEvent.Changed changed(InboxChange change, long unread, InboxItem item) {
        return new LiveEvent.Changed(window.cursor(), change, unread, item);
    }

    private boolean isShared() {
        return live.feed().timing().isShared();
    }

    /** Identities are used only where a change may be read again. */
    private long identity(InboxChange change) {
        return isShared() ? FeedRows.identity(change) : 0;
    }

    /**
     * Reads the feed: an update was lost, or another change is in flight. The row of that change may become visible later, without an
     * update if its writer dies; so the feed is read again when it has to be visible.
     */
    private void gap() {
        if (isShared()) {
            Duration visible = live.feed().timing().maxVisibility().plus(VISIBILITY_MARGIN);
            if (inDoubtUntil == null) {
                resyncAfterDoubt(visible);
            }
            inDoubtUntil = live.now().plus(visible);
        }
        resync();
    }

    private void resyncAfterDoubt(Duration delay) {
        live.later(
                delay,
                () -> eventLoop().execute(() -> {
                    Duration left = Duration.between(live.now(), inDoubtUntil);
                    if (left.isNegative() || left.isZero()) {
                        inDoubtUntil = null;
                        changedUnknown();
                    } else {
                        // The timer counts whole milliseconds.
                        resyncAfterDoubt(left.plusMillis(1));
                    }
                }));
    }

    /** The numbers say that nothing is missing, unless they were taken over from a gap. */
    private void verified() {
        if (inDoubtUntil == null) {
            window.verified(live.now());
        }
    }

    /** Called with each heartbeat, with the number that the bus has now. */
    void compare(LiveNumber current) {
        if (state != State.UP_TO_DATE) {
            return;
        }
        if (current.equals(number) && !current.equals(LiveNumber.UNKNOWN)) {
            verified();
        } else {
            gap();
        }
    }

    /** Called when changes may have been missed. */
    void changedUnknown() {
        step(null, null, nothing -> resync());
    }

    private void resync() {
        if (state == State.UP_TO_DATE) {
            catchUp();
        } else {
            changedSinceRead = true;
        }
    }

    /** Called when the connection is writable. */
    public void writable() {
        if (state == State.BLOCKED) {
            catchUp();
        }
    }

    private void blocked() {
        state = State.BLOCKED;
        blockedSince = live.monotonicSeconds();
    }

    private void catchUp() {
        state = State.CATCHING_UP;
        live.catchUpPermits().acquire().thenRun(() -> eventLoop().execute(this::read));
    }

    private void read() {
        if (scan == null) {
            // Later pages don't show what becomes visible before them.
            changedSinceRead = false;
        }
        if (state == State.CLOSED) {
            live.catchUpPermits().release();
            return;
        }
        CompletableFuture<FeedRead> reading = live.feedReads().next(credentials.user(), window, scan);
        reading.whenComplete((found, failure) -> eventLoop().execute(() -> {
            try {
                step(found, failure, this::sendChanges);
            } finally {
                live.catchUpPermits().release();
            }
        }));
    }

    private void sendChanges(FeedRead read) {
        InboxFeed.FeedPage page = read.page();
        List<FeedItem> unsent = page.items().stream()
                .filter(item -> !window.isSent(item.id(), identity(item.change())))
                .toList();
        if (caughtUp + unsent.size() > live.options().maxMissed()) {
            reload();
            return;
        }
        boolean pending = read.scan().pending();
        UUID done = read.scan().after();
        for (FeedItem item : unsent) {
            long identity = identity(item.change());
            if (item.isPending()) {
                pending = true;
            } else if (!window.isSent(item.id(), identity)) {
                if (!isWritableAfterFlush()) {
                    // The rest is read from the feed when the connection is writable.
                    scan = read.scan().continued(done, pending);
                    blocked();
                    return;
                }
                window.sent(item.id(), identity);
                if (!window.isSuperseded(item.change())) {
                    window.marked(item.change());
                    send(changed(item.change(), read.unread(), item.item()));
                    caughtUp++;
                }
            }
            done = item.id();
        }
        window.passed(page.upTo());
        transport.flush();
        if (page.hasMore()) {
            scan = read.scan().continued(page.upTo(), pending);
            continueUnlessBlocked();
        } else {
            caughtUp = 0;
            scan = null;
            number = read.scan().number();
            window.verified(read.scan().began());
            lookAgain(pending);
            if (changedSinceRead) {
                continueUnlessBlocked();
            } else {
                state = State.UP_TO_DATE;
            }
        }
    }

    private void continueUnlessBlocked() {
        if (transport.isWritable()) {
            catchUp();
        } else {
            blocked();
        }
    }

    /** An item without its inbox row holds nobody back: it is looked for again, until the feed drops it. */
    private void lookAgain(boolean pending) {
        if (!pending) {
            looks = 0;
        } else if (!lookPlanned) {
            lookPlanned = true;
            live.later(
                    LOOKS.get(Math.min(looks++, LOOKS.size() - 1)),
                    () -> eventLoop().execute(() -> {
                        lookPlanned = false;
                        changedUnknown();
                    }));
        }
    }

    /** Flushes before it gives up: buffered data counts against the writable limit. */
    private boolean isWritableAfterFlush() {
        if (!transport.isWritable()) {
            transport.flush();
        }
        return transport.isWritable();
    }

    private void reload() {
        onLoop(
                live.feedReads().start(credentials.user(), Optional.empty()),
                from -> onLoop(live.unread(credentials.user()), unread -> {
                    caughtUp = 0;
                    scan = null;
                    window = from.window();
                    number = from.number();
                    send(new LiveEvent.Reload(window.cursor(), unread));
                    transport.flush();
                    catchUp();
                }));
    }

    /** Called for each message of the client. False if the session is closed. */
    public boolean messageReceived() {
        return messageReceived(1);
    }

    private boolean messageReceived(int messages) {
        if (state == State.CLOSED) {
            return false;
        }
        unansweredSince = NONE_UNANSWERED;
        if (!live.charge(credentials, messages)) {
            // The client is throttled, not disconnected: a reconnect would cost more, and it may be one of many at its
            // address.
            throttled = true;
            transport.setReading(false);
        }
        return true;
    }

    /** Called with acks of the client. They are written batch by batch, even if the client has disconnected by then. */
    public void acknowledged(List<UUID> notifications) {
        if (!messageReceived(notifications.size() / ACKS_PER_MESSAGE)) {
            return;
        }
        if (acks == null) {
            acks = new AckQueue(live, credentials.user(), eventLoop());
        }
        if (!acks.add(notifications)) {
            close(CloseReason.LIMIT);
        }
    }

    /** Whether it is time for a heartbeat. Thread-safe. */
    boolean needsHeartbeat(int now) {
        return now - lastSent >= live.options().heartbeat().toSeconds();
    }

    /** Whether it may need {@link #check}. Thread-safe. */
    boolean needsCheck(int now, Instant time) {
        return needsHeartbeat(now) || state == State.BLOCKED || throttled || !time.isBefore(credentials.expiresAt());
    }

    void check() {
        int now = live.monotonicSeconds();
        if (state == State.CLOSED) {
            return;
        }
        if (throttled && live.mayRead(credentials)) {
            throttled = false;
            unansweredSince = unansweredSince == NONE_UNANSWERED ? NONE_UNANSWERED : now;
            transport.setReading(true);
        }
        if (!live.now().isBefore(credentials.expiresAt())) {
            close(CloseReason.EXPIRED);
        } else if (state == State.BLOCKED
                && now - blockedSince >= live.options().slowConsumerTimeout().toSeconds()) {
            close(CloseReason.SLOW);
        } else if (isSilent(now)) {
            close(CloseReason.SILENT);
        } else if (needsHeartbeat(now)) {
            if (transport.isWritable()) {
                send(LiveEvent.HEARTBEAT);
                transport.flush();
                unansweredSince = unansweredSince == NONE_UNANSWERED ? now : unansweredSince;
            } else if (state == State.UP_TO_DATE) {
                blocked();
            }
        }
    }

    /** Whether the client did not answer heartbeats. Other events need no answer, and a busy connection may have no heartbeat for hours. */
    private boolean isSilent(int now) {
        return transport.answersHeartbeats()
                && !throttled
                && unansweredSince != NONE_UNANSWERED
                && now - unansweredSince
                        > MAX_UNANSWERED_HEARTBEATS * live.options().heartbeat().toSeconds();
    }

    void close(CloseReason why) {
        if (state != State.CLOSED) {
            state = State.CLOSED;
            live.closed(this);
            live.meters().ended(why);
            transport.close(why);
        }
    }

    /** Called when the client has disconnected. */
    public void disconnected() {
        if (state != State.CLOSED) {
            state = State.CLOSED;
            live.closed(this);
        }
    }

    private void send(LiveEvent event) {
        lastSent = live.monotonicSeconds();
        transport.send(event);
    }

    /** A continuation on the event loop. */
    private interface Step<T> {
        void take(T value);
    }

    private <T> void onLoop(CompletableFuture<T> future, Step<T> then) {
        future.whenComplete((value, failure) -> eventLoop().execute(() -> step(value, failure, then)));
    }

    private <T> void step(T value, Throwable failure, Step<T> then) {
        if (state == State.CLOSED) {
            return;
        }
        try {
            if (failure != null) {
                throw new CompletionException(failure);
            }
            then.take(value);
        } catch (RuntimeException | Error e) {
            // Also on an OutOfMemoryError: a session that continued would skip what could not be sent.
            live.logFailure(credentials.user(), e);
            close(CloseReason.UNAVAILABLE);
        }
    }
}
