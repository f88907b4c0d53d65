package dev.tidings.server.route;

import dev.tidings.core.hot.HotState;
import dev.tidings.core.hot.LiveBus;
import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.log.LogRecord;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.hot.UserLocks;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.pipeline.OutboundDelivery;
import dev.tidings.server.pipeline.StageProcessor;
import dev.tidings.server.pipeline.StaleDecisionException;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.users.ContactService;
import dev.tidings.server.users.PreferenceService;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * The routing stage: decides for each notification of a batch on which channels its user gets it, and writes the decision, the inbox row,
 * the change feed and, for notifications to a single user, the details; then it enqueues the outbound deliveries. Everything is durable
 * when {@link #handle} returns.
 */
final class RouteStage implements StageProcessor {
    /** Half of the lease after which another process may send the same notifications. */
    private static final Duration MAX_AGE = Duration.ofSeconds(5);

    private static final Set<Channel> INBOX_ONLY = Set.of(Channel.IN_APP);
    private static final CompletableFuture<Optional<NotificationRow>> NOT_DECIDED =
            CompletableFuture.completedFuture(Optional.empty());

    private final Engine engine;
    private final PreferenceService preferences;
    private final TypeService types;
    private final UnreadCounts counts;
    private final ContactService contacts;
    private final Decider decider;
    private final MessageRenderers renderers;
    private final OutboundQueue outboundQueue;
    private final FeedDeduplicator feedDeduplicator;
    private final UserLocks locks;
    private final LiveBus live;
    private final IdGenerator ids;
    private final InstantSource clock;

    /**
     * A notification for one user, and the decision about it.
     *
     * @param recipient null if it goes to the inbox only and its content does not depend on the user
     */
    private record Routed(
            Envelope envelope,
            UserKey user,
            boolean redelivered,
            Recipient recipient,
            Decision decision,
            Instant decidedAt) {
        Notification notification() {
            return envelope.notification();
        }

        Contact contact() {
            return recipient == null ? Contact.UNKNOWN : recipient.contact();
        }
    }

    RouteStage(
            Engine engine,
            PreferenceService preferences,
            TypeService types,
            HotState hot,
            UserLocks locks,
            ContactService contacts,
            Decider decider,
            MessageRenderers renderers,
            OutboundQueue outboundQueue,
            IdGenerator ids,
            InstantSource clock) {
        this.engine = engine;
        this.preferences = preferences;
        this.types = types;
        this.counts = hot.unread();
        this.live = hot.live();
        this.feedDeduplicator = new FeedDeduplicator(engine, ids);
        this.locks = locks;
        this.contacts = contacts;
        this.decider = decider;
        this.renderers = renderers;
        this.outboundQueue = outboundQueue;
        this.ids = ids;
        this.clock = clock;
    }

    @Override
    public String about(byte[] payload) {
        return EnvelopeCodec.about(payload);
    }

    @Override
    public void handle(List<LogRecord> records) {
        long startedNanos = System.nanoTime();
        List<Routed> routed = decide(records);
        UnreadDeltas unreadDeltas = new UnreadDeltas(counts);
        SortedSet<UserKey> shownTo = new TreeSet<>();
        for (Routed one : routed) {
            if (one.decision().showsInApp()) {
                shownTo.add(one.user());
                unreadDeltas.add(one.user(), shownUntil(one.notification()), one.redelivered());
            }
        }
        // The user's lock is held from minting the change id until the change is published: changes become visible and
        // are published in the order of their ids, so that a client that resumes after one has seen all earlier ones.
        UserLocks.HeldLocks userLocks = locks.lock(shownTo);
        try {
            InboxChanges changes = new InboxChanges();
            List<Write> writes = new ArrayList<>(5 * routed.size());
            for (Routed one : routed) {
                append(one, writes, changes);
            }
            try {
                unreadDeltas.acquireLeases();
                requireFresh(startedNanos);
                engine.write(Batch.acrossPartitions(writes)).join();
            } catch (RuntimeException e) {
                unreadDeltas.writtenUnknown();
                // The write may have succeeded, so listeners must not assume that the next change follows the last one
                // they saw.
                shownTo.forEach(live::publishUnknown);
                throw e;
            }
            unreadDeltas.written();
            changes.publish(live);
        } finally {
            userLocks.close();
        }
        routed.forEach(one -> decider.written(one.user(), one.notification()));
        List<OutboundQueue.QueuedDelivery> deliveries = new ArrayList<>();
        routed.forEach(one -> deliveries(one, deliveries));
        if (!deliveries.isEmpty()) {
            outboundQueue.enqueue(deliveries);
        }
    }

    /** Creates the outbound deliveries. */
    private void deliveries(Routed routed, List<OutboundQueue.QueuedDelivery> deliveries) {
        List<Channel> channels = routed.decision().outboundChannels();
        if (channels.isEmpty()) {
            return;
        }
        // A stored decision is kept, even if the type has other channels by now.
        MessageRenderer renderer = routed.recipient() == null
                ? renderers.outbound(routed.envelope(), type(routed.envelope()), Contact.UNKNOWN)
                : routed.recipient().renderer();
        for (Channel channel : channels) {
            Notification n = routed.notification();
            deliveries.add(new OutboundQueue.QueuedDelivery(
                    OutboundDelivery.first(
                            routed.user(),
                            n.id(),
                            n.position(),
                            n.type(),
                            n.priority(),
                            channel,
                            n.expiresAt(),
                            renderer.message(channel),
                            routed.redelivered()),
                    routed.decision().quietUntil(channel).orElse(null)));
        }
    }

    /**
     * Refuses to write a decision that is too old. A process that was paused may resume in the middle of a batch after another has decided
     * and sent the same notifications, and must not overwrite their decisions. The records are redelivered, and the stored decisions are
     * used.
     */
    private static void requireFresh(long startedNanos) {
        Duration took = Duration.ofNanos(System.nanoTime() - startedNanos);
        if (took.compareTo(MAX_AGE) > 0) {
            throw new StaleDecisionException("deciding the batch took " + took + ", expected at most " + MAX_AGE);
        }
    }

    /** Releases the rate limit entry of a quarantined record. */
    @Override
    public void quarantined(LogRecord record) {
        try {
            Envelope envelope = EnvelopeCodec.decode(record.entry().payload());
            decider.written(user(envelope), envelope.notification());
        } catch (RuntimeException unreadable) {
            // A record that cannot be decoded was not counted.
        }
    }

    private List<Routed> decide(List<LogRecord> records) {
        // Read before the preferences, so that the decision reflects all changes acknowledged before this time.
        Instant now = Instant.ofEpochMilli(clock.millis());
        List<Envelope> envelopes = new ArrayList<>(records.size());
        List<UserKey> users = new ArrayList<>(records.size());
        List<NotificationType> recordTypes = new ArrayList<>(records.size());
        List<CompletableFuture<Optional<NotificationRow>>> storedRows = new ArrayList<>(records.size());
        for (LogRecord record : records) {
            Envelope envelope = EnvelopeCodec.decode(record.entry().payload());
            envelopes.add(envelope);
            users.add(user(envelope));
            recordTypes.add(type(envelope));
            storedRows.add(record.redelivered() || envelope.redelivered() ? storedRow(envelope) : NOT_DECIDED);
        }
        Map<UserKey, Preferences> preferencesByUser = preferences.findAll(users);
        Map<UserKey, Contact> contactsByUser = contactsFor(envelopes, users, recordTypes);
        List<Optional<NotificationRow>> decided = new ArrayList<>(envelopes.size());
        List<Recipient> recipients = new ArrayList<>(envelopes.size());
        List<Decider.DecisionDraft> drafts = new ArrayList<>(envelopes.size());
        for (int i = 0; i < envelopes.size(); i++) {
            Envelope envelope = envelopes.get(i);
            UserKey user = users.get(i);
            Contact contact = contactsByUser.get(user);
            Recipient recipient = contact == null
                    ? null
                    : new Recipient(contact, renderers.outbound(envelope, recordTypes.get(i), contact));
            recipients.add(recipient);
            decided.add(storedRows.get(i).join().filter(row -> row.decision() != null));
            drafts.add(
                    decided.get(i).isPresent()
                            ? null
                            : decider.draft(new Decider.DecisionInput(
                                    envelope.notification(),
                                    user,
                                    recordTypes.get(i),
                                    preferencesByUser.get(user),
                                    recipient,
                                    now)));
        }
        List<Routed> routed = new ArrayList<>(envelopes.size());
        for (int i = 0; i < envelopes.size(); i++) {
            Envelope envelope = envelopes.get(i);
            boolean redelivered = records.get(i).redelivered() || envelope.redelivered();
            Optional<NotificationRow> earlier = decided.get(i);
            Decision decision =
                    earlier.isPresent() ? Decision.ofJson(earlier.get().decision()) : decider.decide(drafts.get(i));
            routed.add(new Routed(
                    envelope,
                    users.get(i),
                    redelivered,
                    recipients.get(i),
                    decision,
                    earlier.map(NotificationRow::decidedAt).orElse(now)));
        }
        return routed;
    }

    private NotificationType type(Envelope envelope) {
        Notification notification = envelope.notification();
        return types.current(notification.tenant(), notification.type())
                // Deleted by a version that did not keep deleted types.
                .orElseGet(() -> NotificationType.withDefaults(notification.type()));
    }

    /** The contacts of users who may get an outbound message, or whose language affects the inbox content; the others are not looked up. */
    private Map<UserKey, Contact> contactsFor(
            List<Envelope> envelopes, List<UserKey> users, List<NotificationType> recordTypes) {
        List<UserKey> lookups = new ArrayList<>(users.size());
        for (int i = 0; i < envelopes.size(); i++) {
            Set<Channel> channels = Decider.requestedChannels(envelopes.get(i).notification(), recordTypes.get(i));
            if (!INBOX_ONLY.containsAll(channels) || dependsOnLanguage(envelopes.get(i))) {
                lookups.add(users.get(i));
            }
        }
        return lookups.isEmpty() ? Map.of() : contacts.findAll(lookups);
    }

    /** Whether its inbox content is rendered for this user and depends on the user's language. */
    private static boolean dependsOnLanguage(Envelope envelope) {
        Notification n = envelope.notification();
        return !envelope.shared() && n.templateRevision() != 0 && n.locale() == null;
    }

    private CompletableFuture<Optional<NotificationRow>> storedRow(Envelope envelope) {
        Notification n = envelope.notification();
        return engine.readOne(NotificationRow.TABLE.select(
                NotificationRow.ONE,
                n.tenant(),
                envelope.user().orElseThrow(),
                Buckets.month(n.position()),
                n.position()));
    }

    private void append(Routed one, List<Write> writes, InboxChanges changes) {
        Notification n = one.notification();
        String user = one.user().user();
        RouteRows.decision(n, user, one.decision(), one.decidedAt(), writes::add);
        if (one.decision().showsInApp()) {
            Content content = one.envelope().shared() ? null : renderers.inApp(one.envelope(), one.contact());
            writes.add(content == null ? RouteRows.inboxShared(n, user) : RouteRows.inbox(n, user, content));
            boolean alreadyInFeed = !changes.isFirst(one.user(), n)
                    || one.redelivered() && feedDeduplicator.isInFeed(one.user(), n, one.decidedAt());
            if (alreadyInFeed) {
                changes.maybeAdded(one.user());
            } else {
                writes.add(changes.added(one.user(), n, content, ids.next()));
            }
        }
        if (!one.envelope().shared()) {
            Target target = new Target.User(user);
            writes.add(RouteRows.details(n, target, 1));
            writes.add(RouteRows.ofTenant(n, target));
        }
    }

    /** The time from which it is no longer shown and counted. */
    private static Instant shownUntil(Notification n) {
        Instant retained = Buckets.time(n.position()).plus(Retention.NOTIFICATIONS);
        boolean expiresFirst = n.expiresAt() != null && n.expiresAt().isBefore(retained);
        return expiresFirst ? n.expiresAt() : retained;
    }

    private static UserKey user(Envelope envelope) {
        return new UserKey(envelope.notification().tenant(), envelope.user().orElseThrow());
    }
}
