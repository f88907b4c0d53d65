package dev.tidings.server.route;

import dev.tidings.core.log.LogRecord;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.hot.PreferenceService;
import dev.tidings.server.hot.TypeService;
import dev.tidings.server.hot.UnreadCounts;
import dev.tidings.server.intake.IdMint;
import dev.tidings.server.intake.SendRequestParser;
import dev.tidings.server.log.Envelope;
import dev.tidings.server.log.EnvelopeCodec;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import dev.tidings.tables.Retention;
import dev.tidings.widecolumn.Batch;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.Write;
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
    public void handle(List<LogRecord> records) {
        List<Routed> routed = decide(records);
        List<Write> writes = new ArrayList<>(5 * routed.size());
        for (Routed one : routed) {
            append(one, writes);
        }
        List<Routed> shown =
                routed.stream().filter(one -> one.decision().showsInApp()).toList();
        shown.forEach(one -> counts.writing(one.user()));
        try {
            engine.write(Batch.acrossPartitions(writes)).join();
        } catch (RuntimeException e) {
            shown.forEach(one -> counts.writtenPerhaps(one.user()));
            throw e;
        }
        shown.forEach(this::count);
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
        List<Routed> routed = new ArrayList<>(envelopes.size());
        for (int i = 0; i < envelopes.size(); i++) {
            Envelope envelope = envelopes.get(i);
            boolean repeated = records.get(i).repeated() || envelope.repeated();
            Optional<NotificationRow> decided = before.get(i).join().filter(row -> row.decision() != null);
            UserKey user = user(envelope);
            routed.add(
                    decided.isPresent()
                            ? new Routed(
                                    envelope,
                                    user,
                                    repeated,
                                    Decision.ofJson(decided.get().decision()),
                                    decided.get().decidedAt())
                            : new Routed(envelope, user, repeated, decide(envelope, user, wishes.get(user), now), now));
        }
        return routed;
    }

    private Decision decide(Envelope envelope, UserKey user, Preferences wishes, Instant now) {
        Notification notification = envelope.notification();
        NotificationType type = types.now(notification.tenant(), notification.type())
                // Deleted by a version that did not remember deleted types.
                .orElseGet(() -> named(notification.type()));
        return decider.decide(notification, user, type, wishes, now);
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

    private void count(Routed one) {
        if (one.repeated()) {
            counts.writtenPerhaps(one.user());
            return;
        }
        Notification n = one.notification();
        Instant retained = Buckets.time(n.position()).plus(Retention.NOTIFICATIONS);
        boolean expiresFirst = n.expiresAt() != null && n.expiresAt().isBefore(retained);
        counts.written(one.user(), 1, expiresFirst ? n.expiresAt() : retained);
    }

    private static UserKey user(Envelope envelope) {
        return new UserKey(envelope.notification().tenant(), envelope.user().orElseThrow());
    }
}
