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
 * One screen, and how far it has come. It is either catching up, from the feed, or up to date: then it is told of each change as it
 * happens. What happens while it catches up makes it look once more; what it can't take now it reads from the feed when it can. So
 * nothing waits in memory for it, and it sees each change once.
 *
 * <p>Everything happens on the loop of its wire, except where it says otherwise.
 */
public final class Session {
    private static final int CHUNK = 20;
    /** So many acks are worth a message. */
    private static final int ACKS = 2;
    /** A screen that comes back may have missed as many as it is told of at the most. */
    private static final int MOST_ACKS = 4_000;

    private static final int ACKS_AT_ONCE = 100;

    private static final int NOT_ASKED = Integer.MIN_VALUE;
    private static final int SILENT_HEARTBEATS = 2;

    private enum State {
        GREETING,
        CATCHING_UP,
        UP_TO_DATE,
        /** The other side has not read yet what it was sent. */
        BLOCKED,
        OVER
    }

    private final Live live;
    private final Pass pass;
    private final Wire wire;
    /** Changed on the loop only; read by whoever looks for those that need something. */
    private volatile State state = State.GREETING;
    /** The last change it was sent, or after which it began. */
    private UUID last;
    /** Whether something happened since the feed was read. */
    private boolean again;

    /** What it said it has and was not written yet; null as long as nothing is being written. */
    private Set<UUID> acks;

    /** Whether it is not read until its user and its address may say more. */
    private volatile boolean waiting;

    private int missed;
    /** This and those below are of the clock that only goes forward, in seconds. */
    private volatile int spoke;

    /** When the first heartbeat was sent that was not answered. */
    private int asked = NOT_ASKED;

    private int blockedSince;

    Session(Live live, Pass pass, Wire wire) {
        this.live = live;
        this.pass = pass;
        this.wire = wire;
        spoke = live.seconds();
    }

    Pass pass() {
        return pass;
    }

    Executor loop() {
        return wire.loop();
    }

    /** @param since where it was the last time, if it was here before */
    void start(Optional<UUID> since) {
        Optional<UUID> place = since.filter(live.feed()::reachesBackTo);
        boolean tooLate = since.isPresent() && place.isEmpty();
        onLoop(
                place.map(CompletableFuture::completedFuture)
                        .orElseGet(() -> live.feed().now(pass.user())),
                from -> onLoop(live.unread(pass.user()), unread -> {
                    last = from;
                    send(new Event.Hello(
                            last, unread, place.isPresent(), live.options().heartbeat()));
                    if (tooLate) {
                        send(new Event.Reload(last, unread));
                    }
                    wire.flush();
                    if (place.isPresent() || again) {
                        catchUp();
                    } else {
                        state = State.UP_TO_DATE;
                    }
                }));
    }

    /** Something changed. */
    void hear(Event.Changed event) {
        step(event, null, this::tell);
    }

    private void tell(Event.Changed event) {
        if (state != State.UP_TO_DATE) {
            again = true;
        } else if (event.id().compareTo(last) > 0) {
            if (wire.isReady()) {
                send(event);
                last = event.id();
                wire.flush();
            } else {
                blocked();
            }
        }
    }

    /** Something may have changed. */
    void look() {
        step(null, null, nothing -> lookAgain());
    }

    private void lookAgain() {
        if (state == State.UP_TO_DATE) {
            catchUp();
        } else {
            again = true;
        }
    }

    /** The other side has read. */
    public void ready() {
        if (state == State.BLOCKED) {
            catchUp();
        }
    }

    private void blocked() {
        state = State.BLOCKED;
        blockedSince = live.seconds();
    }

    private void catchUp() {
        state = State.CATCHING_UP;
        live.catchUps().start(() -> loop().execute(this::read));
    }

    private void read() {
        again = false;
        if (state == State.OVER) {
            live.catchUps().ended();
            return;
        }
        // Counted after the changes were read: a count is never older than the change it is told with.
        CompletableFuture<Read> read = CompletableFuture.completedFuture(last)
                .thenCompose(place -> live.feed().after(pass.user(), place, CHUNK))
                .thenCompose(part -> live.unread(pass.user()).thenApply(unread -> new Read(part, unread)));
        read.whenComplete((found, failure) -> loop().execute(() -> {
            try {
                step(found, failure, part -> take(part.part(), part.unread()));
            } finally {
                live.catchUps().ended();
            }
        }));
    }

    private record Read(InboxFeed.Part part, long unread) {}

    private void take(InboxFeed.Part part, long unread) {
        if (missed + part.items().size() > live.options().maxMissed()) {
            reload();
            return;
        }
        for (FeedItem item : part.items()) {
            if (!takesMore()) {
                // The rest is read again when it is wanted.
                blocked();
                return;
            }
            send(new Event.Changed(item.id(), item.kind(), unread, item.notification(), item.item()));
            last = item.id();
            missed++;
        }
        last = part.reached();
        wire.flush();
        missed = part.more() ? missed : 0;
        if (!part.more() && !again) {
            state = State.UP_TO_DATE;
        } else if (wire.isReady()) {
            catchUp();
        } else {
            blocked();
        }
    }

    /** What was not flushed yet counts as not read. */
    private boolean takesMore() {
        if (!wire.isReady()) {
            wire.flush();
        }
        return wire.isReady();
    }

    private void reload() {
        onLoop(
                live.feed().now(pass.user()),
                now -> onLoop(live.unread(pass.user()), unread -> {
                    missed = 0;
                    last = now;
                    send(new Event.Reload(last, unread));
                    wire.flush();
                    catchUp();
                }));
    }

    /** The other side said something. False if it is over. */
    public boolean heard() {
        return heard(1);
    }

    private boolean heard(int messages) {
        if (state == State.OVER) {
            return false;
        }
        asked = NOT_ASKED;
        if (!live.count(pass, messages)) {
            // It is not sent away for it: to come back would cost more, and it may be one of many at its address.
            waiting = true;
            wire.listen(false);
        }
        return true;
    }

    /** The screen has these. They are written some at a time, each after the one before, also if the screen is gone by then. */
    public void received(List<UUID> notifications) {
        if (!heard(notifications.size() / ACKS)) {
            return;
        }
        boolean idle = acks == null;
        acks = idle ? new LinkedHashSet<>() : acks;
        acks.addAll(notifications);
        if (acks.size() > MOST_ACKS) {
            acks = null;
            end(Goodbye.LIMIT);
        } else if (idle) {
            writeAcks();
        }
    }

    private void writeAcks() {
        if (acks == null || acks.isEmpty()) {
            acks = null;
            return;
        }
        List<UUID> some = acks.stream().limit(ACKS_AT_ONCE).toList();
        some.forEach(acks::remove);
        live.received(pass.user(), some).whenComplete((written, failure) -> loop().execute(this::writeAcks));
    }

    /** Whether it may need {@link #attend}. From any thread. */
    boolean needsAttention(int now, Instant time) {
        return now - spoke >= live.options().heartbeat().toSeconds()
                || state == State.BLOCKED
                || waiting
                || !time.isBefore(pass.expiresAt());
    }

    void attend() {
        int now = live.seconds();
        if (state == State.OVER) {
            return;
        }
        if (waiting && live.mayHear(pass)) {
            waiting = false;
            asked = asked == NOT_ASKED ? NOT_ASKED : now;
            wire.listen(true);
        }
        if (!live.now().isBefore(pass.expiresAt())) {
            end(Goodbye.EXPIRED);
        } else if (state == State.BLOCKED
                && now - blockedSince >= live.options().patience().toSeconds()) {
            end(Goodbye.SLOW);
        } else if (isSilent(now)) {
            end(Goodbye.SILENT);
        } else if (now - spoke >= live.options().heartbeat().toSeconds()) {
            if (wire.isReady()) {
                send(Event.HEARTBEAT);
                wire.flush();
                asked = asked == NOT_ASKED ? now : asked;
            } else if (state == State.UP_TO_DATE) {
                blocked();
            }
        }
    }

    /** Only who was asked has to answer: to many screens so much is sent that there is no heartbeat for hours. */
    private boolean isSilent(int now) {
        return wire.isAnswered()
                && !waiting
                && asked != NOT_ASKED
                && now - asked > SILENT_HEARTBEATS * live.options().heartbeat().toSeconds();
    }

    void end(Goodbye why) {
        if (state != State.OVER) {
            state = State.OVER;
            live.left(this);
            live.meters().ended(why);
            wire.end(why);
        }
    }

    /** The other side is gone. */
    public void gone() {
        if (state != State.OVER) {
            state = State.OVER;
            live.left(this);
        }
    }

    private void send(Event event) {
        spoke = live.seconds();
        wire.send(event);
    }

    private interface Step<T> {
        void take(T value);
    }

    private <T> void onLoop(CompletableFuture<T> future, Step<T> then) {
        future.whenComplete((value, failure) -> loop().execute(() -> step(value, failure, then)));
    }

    private <T> void step(T value, Throwable failure, Step<T> then) {
        if (state == State.OVER) {
            return;
        }
        try {
            if (failure != null) {
                throw new CompletionException(failure);
            }
            then.take(value);
        } catch (RuntimeException | Error e) {
            // Also if memory is short: one that went on would leave out what could not be sent.
            live.failed(pass.user(), e);
            end(Goodbye.UNAVAILABLE);
        }
    }
}
