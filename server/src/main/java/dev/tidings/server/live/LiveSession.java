package dev.tidings.server.live;

import dev.tidings.server.inbox.FeedItem;
import dev.tidings.server.inbox.InboxFeed;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;

/**
 * One live connection of a user: sends the changes of the inbox, and handles acks, heartbeats and limits. It is either catching up from the
 * change feed, or up to date and sends each change when it is published. Changes are not buffered: those the client is too slow for are
 * read from the feed later.
 *
 * <p>Confined to the connection's event loop, unless stated otherwise.
 */
public final class LiveSession {
    private static final int CHUNK = 20;
    /** The number of acks that the rate limit counts as one message. */
    private static final int ACKS_PER_MESSAGE = 2;
    /** A client that has caught up after a reconnect may ack many changes in a short time. */
    private static final int MAX_PENDING_ACKS = 4_000;

    private static final int ACK_BATCH = 100;

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
    /** The position of the last change sent, or the start. */
    private UUID last;
    /** Whether a change arrived since the feed was read. */
    private boolean changedSinceRead;

    /** Acks that are not written yet; null while no write is in flight. */
    private Set<UUID> acks;

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

    /** @param since the last position of a client that resumes */
    void start(Optional<UUID> since) {
        Optional<UUID> resumeAt = since.filter(live.feed()::reachesBackTo);
        boolean cannotResume = since.isPresent() && resumeAt.isEmpty();
        onLoop(
                resumeAt.map(CompletableFuture::completedFuture)
                        .orElseGet(() -> live.feed().currentPosition(credentials.user())),
                from -> onLoop(live.unread(credentials.user()), unread -> {
                    last = from;
                    send(new LiveEvent.Hello(
                            last, unread, resumeAt.isPresent(), live.options().heartbeat()));
                    if (cannotResume) {
                        send(new LiveEvent.Reload(last, unread));
                    }
                    transport.flush();
                    if (resumeAt.isPresent() || changedSinceRead) {
                        catchUp();
                    } else {
                        state = State.UP_TO_DATE;
                    }
                }));
    }

    /** Called with a published change. */
    void changed(LiveEvent.Changed event) {
        step(event, null, this::deliver);
    }

    private void deliver(LiveEvent.Changed event) {
        if (state != State.UP_TO_DATE) {
            changedSinceRead = true;
        } else if (event.id().compareTo(last) > 0) {
            if (transport.isWritable()) {
                send(event);
                last = event.id();
                transport.flush();
            } else {
                blocked();
            }
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
        changedSinceRead = false;
        if (state == State.CLOSED) {
            live.catchUpPermits().release();
            return;
        }
        // Counted after the changes were read: a count is never older than the change it is sent with.
        CompletableFuture<FeedRead> reading = CompletableFuture.completedFuture(last)
                .thenCompose(position -> live.feed().after(credentials.user(), position, CHUNK))
                .thenCompose(page -> live.unread(credentials.user()).thenApply(unread -> new FeedRead(page, unread)));
        reading.whenComplete((found, failure) -> eventLoop().execute(() -> {
            try {
                step(found, failure, read -> sendChanges(read.page(), read.unread()));
            } finally {
                live.catchUpPermits().release();
            }
        }));
    }

    /** A page of the feed with the unread count. */
    private record FeedRead(InboxFeed.FeedPage page, long unread) {}

    private void sendChanges(InboxFeed.FeedPage page, long unread) {
        if (caughtUp + page.items().size() > live.options().maxMissed()) {
            reload();
            return;
        }
        for (FeedItem item : page.items()) {
            if (!isWritableAfterFlush()) {
                // The rest is read from the feed when the connection is writable.
                blocked();
                return;
            }
            send(new LiveEvent.Changed(item.id(), item.kind(), unread, item.notification(), item.item()));
            last = item.id();
            caughtUp++;
        }
        last = page.upTo();
        transport.flush();
        caughtUp = page.hasMore() ? caughtUp : 0;
        if (!page.hasMore() && !changedSinceRead) {
            state = State.UP_TO_DATE;
        } else if (transport.isWritable()) {
            catchUp();
        } else {
            blocked();
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
                live.feed().currentPosition(credentials.user()),
                now -> onLoop(live.unread(credentials.user()), unread -> {
                    caughtUp = 0;
                    last = now;
                    send(new LiveEvent.Reload(last, unread));
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
        boolean idle = acks == null;
        acks = idle ? new LinkedHashSet<>() : acks;
        acks.addAll(notifications);
        if (acks.size() > MAX_PENDING_ACKS) {
            acks = null;
            close(CloseReason.LIMIT);
        } else if (idle) {
            writeAcks();
        }
    }

    private void writeAcks() {
        if (acks == null || acks.isEmpty()) {
            acks = null;
            return;
        }
        List<UUID> batch = acks.stream().limit(ACK_BATCH).toList();
        batch.forEach(acks::remove);
        live.acknowledge(credentials.user(), batch)
                .whenComplete((written, failure) -> eventLoop().execute(this::writeAcks));
    }

    /** Whether it may need {@link #check}. Thread-safe. */
    boolean needsCheck(int now, Instant time) {
        return now - lastSent >= live.options().heartbeat().toSeconds()
                || state == State.BLOCKED
                || throttled
                || !time.isBefore(credentials.expiresAt());
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
        } else if (now - lastSent >= live.options().heartbeat().toSeconds()) {
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
