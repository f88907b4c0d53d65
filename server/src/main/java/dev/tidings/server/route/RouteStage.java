package dev.tidings.server.route;

import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.hot.PreferenceService;
import dev.tidings.server.hot.TypeService;
import dev.tidings.server.intake.IdMint;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.log.Envelope;
import dev.tidings.server.log.EnvelopeCodec;
import dev.tidings.server.work.StageWork;
import dev.tidings.server.work.StaleException;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.Retention;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Decides a handful of notifications, each for its user, and writes what follows from it: decision, inbox row, change feed, and for
 * those that were for a single user from the start, where they came from. Durable when it returns.
 */
final class RouteStage implements StageWork {
    /** Half of what it takes until another process may send what this one was about to. */
    private static final Duration STALE = Duration.ofSeconds(5);

    private final Engine engine;
    private final PreferenceService preferences;
    private final TypeService types;
    private final UnreadCounts counts;
    private final Decider decider;
    private final SendRequestParser parser;
    private final IdMint ids;
    private final InstantSource clock;

    /** A notification on its way to one user, and what was decided about it. */
    private record Routed(Envelope envelope, UserKey user, boolean repeated, Decision decision, Instant decidedAt) {
        Notification notification() {
            return envelope.notification();
        }
    }

    RouteStage(
            Engine engine,
            PreferenceService preferences,
            TypeService types,
            UnreadCounts counts,
            Decider decider,
            SendRequestParser parser,
            IdMint ids,
            InstantSource clock) {
        this.engine = engine;
        this.preferences = preferences;
        this.types = types;
        this.counts = counts;
        this.decider = decider;
        this.parser = parser;
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public String about(byte[] payload) {
        return EnvelopeCodec.about(payload);
    }

    @Override
    public void handle(List<LogRecord> records) {
        long began = System.nanoTime();
        List<Routed> routed = decide(records);
        List<Write> writes = new ArrayList<>(5 * routed.size());
        for (Routed one : routed) {
            append(one, writes);
        }
        CountChanges counting = new CountChanges(counts);
        routed.stream()
                .filter(one -> one.decision().showsInApp())
                .forEach(one -> counting.add(one.user(), gone(one.notification()), one.repeated()));
        try {
            counting.announce();
            requireFresh(began);
            engine.write(Batch.acrossPartitions(writes)).join();
        } catch (RuntimeException e) {
            counting.writtenPerhaps();
            throw e;
        }
        counting.written();
        routed.forEach(one -> decider.written(one.user(), one.notification()));
    }

    /**
     * A process that was stopped for a while may go on in the middle of a handful, when another has long sent the same and decided
     * about it. Its own decision must not come on top of that; the records come again, and then it looks.
     */
    private static void requireFresh(long began) {
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        if (took.compareTo(STALE) > 0) {
            throw new StaleException("it took " + took + " to decide, expected at most " + STALE);
        }
    }

    /** If it was counted against a limit, it is not waited for any longer. */
    @Override
    public void givenUp(LogRecord record) {
        try {
            Envelope envelope = EnvelopeCodec.decode(record.entry().payload());
            decider.written(user(envelope), envelope.notification());
        } catch (RuntimeException unreadable) {
            // Then nobody could count it either.
        }
    }

    private List<Routed> decide(List<LogRecord> records) {
        // Taken before the preferences are read: whoever was answered before this moment is heard.
        Instant now = Instant.ofEpochMilli(clock.millis());
        List<Envelope> envelopes = new ArrayList<>(records.size());
        List<CompletableFuture<Optional<NotificationRow>>> before = new ArrayList<>(records.size());
        Set<UserKey> users = new HashSet<>();
        for (LogRecord record : records) {
            Envelope envelope = EnvelopeCodec.decode(record.entry().payload());
            envelopes.add(envelope);
            users.add(user(envelope));
            before.add(
                    record.repeated() || envelope.repeated()
                            ? decidedBefore(envelope)
                            : CompletableFuture.completedFuture(Optional.empty()));
        }
        Map<UserKey, Preferences> wishes = preferences.findAll(users);
        List<Optional<NotificationRow>> decided = new ArrayList<>(envelopes.size());
        List<Decider.Draft> drafts = new ArrayList<>(envelopes.size());
        for (int i = 0; i < envelopes.size(); i++) {
            Envelope envelope = envelopes.get(i);
            decided.add(before.get(i).join().filter(row -> row.decision() != null));
            drafts.add(decided.get(i).isPresent() ? null : draft(envelope, wishes.get(user(envelope)), now));
        }
        List<Routed> routed = new ArrayList<>(envelopes.size());
        for (int i = 0; i < envelopes.size(); i++) {
            Envelope envelope = envelopes.get(i);
            boolean repeated = records.get(i).repeated() || envelope.repeated();
            Decision decision =
                    decided.get(i).map(row -> Decision.ofJson(row.decision())).orElse(null);
            routed.add(
                    decision != null
                            ? new Routed(
                                    envelope,
                                    user(envelope),
                                    repeated,
                                    decision,
                                    decided.get(i).get().decidedAt())
                            : new Routed(envelope, user(envelope), repeated, decider.decide(drafts.get(i)), now));
        }
        return routed;
    }

    private Decider.Draft draft(Envelope envelope, Preferences wishes, Instant now) {
        Notification notification = envelope.notification();
        NotificationType type = types.now(notification.tenant(), notification.type())
                // Deleted by a version that did not remember deleted types.
                .orElseGet(() -> named(notification.type()));
        return decider.draft(notification, user(envelope), type, wishes, now);
    }

    private static NotificationType named(String name) {
        NotificationType usual = NotificationType.DEFAULT;
        return new NotificationType(
                name,
                usual.category(),
                usual.channels(),
                usual.maxPriority(),
                usual.perUserAndHour(),
                usual.required());
    }

    private CompletableFuture<Optional<NotificationRow>> decidedBefore(Envelope envelope) {
        Notification n = envelope.notification();
        return engine.readOne(NotificationRow.TABLE.select(
                NotificationRow.ONE,
                n.tenant(),
                envelope.user().orElseThrow(),
                Buckets.month(n.position()),
                n.position()));
    }

    private void append(Routed one, List<Write> writes) {
        Notification n = one.notification();
        String user = one.user().user();
        RouteRows.decision(n, user, one.decision(), one.decidedAt(), writes::add);
        if (one.decision().showsInApp()) {
            writes.add(
                    one.envelope().shared()
                            ? RouteRows.inboxShared(n, user)
                            : RouteRows.inbox(
                                    n, user, parser.reread(n.request()).content()));
            writes.add(RouteRows.added(n, user, ids.next()));
        }
        if (!one.envelope().shared()) {
            Target target = new Target.User(user);
            writes.add(RouteRows.details(n, target, 1));
            writes.add(RouteRows.ofTenant(n, target));
        }
    }

    /** When it is no longer shown, and so no longer counted. */
    private static Instant gone(Notification n) {
        Instant retained = Buckets.time(n.position()).plus(Retention.NOTIFICATIONS);
        boolean expiresFirst = n.expiresAt() != null && n.expiresAt().isBefore(retained);
        return expiresFirst ? n.expiresAt() : retained;
    }

    private static UserKey user(Envelope envelope) {
        return new UserKey(envelope.notification().tenant(), envelope.user().orElseThrow());
    }
}
