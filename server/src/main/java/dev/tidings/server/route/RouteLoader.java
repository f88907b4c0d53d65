package dev.tidings.server.route;

import dev.tidings.core.log.LogRecord;
import dev.tidings.core.log.Ownership;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.provider.ProviderPool;
import dev.tidings.server.route.LoadedNotification.StoredDecision;
import dev.tidings.server.storage.Storage;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.users.ContactService;
import dev.tidings.server.users.PreferenceService;
import dev.tidings.server.users.Users;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.NotificationRow;
import dev.tidings.widecolumn.Engine;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Decodes a batch of the route stage and loads everything that its decisions depend on: types, preferences, contacts, content, and the
 * stored decisions of redelivered records. Only the providers are looked up later, by the decisions that need one. Blocks.
 */
final class RouteLoader {
    private static final Set<Channel> INBOX_ONLY = Set.of(Channel.IN_APP);
    private static final CompletableFuture<Optional<NotificationRow>> NOT_DECIDED =
            CompletableFuture.completedFuture(Optional.empty());

    private final Engine engine;
    private final PreferenceService preferences;
    private final ContactService contacts;
    private final TypeService types;
    private final ProviderPool providers;
    private final MessageRenderers renderers;
    private final InstantSource clock;
    private final RedeliveryCheck redeliveryCheck;

    /** A decoded record, while its stored decision is being read. */
    private record DecodedRecord(
            Envelope envelope,
            UserKey user,
            boolean redelivered,
            Ownership ownership,
            NotificationType type,
            CompletableFuture<Optional<NotificationRow>> storedRow) {
        Set<Channel> channels() {
            return DecisionInput.requestedChannels(envelope.notification(), type);
        }

        /** Whether the user may get an outbound message, or the user's language affects the inbox content. */
        boolean needsContact() {
            return !INBOX_ONLY.containsAll(channels()) || dependsOnLanguage();
        }

        private boolean dependsOnLanguage() {
            Notification n = envelope.notification();
            return !envelope.shared() && n.templateRevision() != 0 && n.locale() == null;
        }

        /** @param now used for a decision without a time */
        Optional<StoredDecision> stored(Instant now) {
            return storedRow
                    .join()
                    .filter(row -> row.decision() != null)
                    .map(row -> new StoredDecision(
                            Decision.ofJson(row.decision()), Objects.requireNonNullElse(row.decidedAt(), now)));
        }
    }

    RouteLoader(
            Storage storage,
            Users users,
            ProviderPool providers,
            MessageRenderers renderers,
            RedeliveryCheck redeliveryCheck) {
        this.redeliveryCheck = redeliveryCheck;
        this.engine = storage.engine();
        this.preferences = users.preferences();
        this.contacts = users.contacts();
        this.types = users.types();
        this.providers = providers;
        this.renderers = renderers;
        this.clock = storage.clock();
    }

    List<LoadedNotification> load(List<LogRecord> records) {
        // Read before the preferences, so that the decision reflects all changes acknowledged before this time.
        Instant now = Instant.ofEpochMilli(clock.millis());
        List<DecodedRecord> batch = new ArrayList<>(records.size());
        List<UserKey> users = new ArrayList<>(records.size());
        List<UserKey> withContact = new ArrayList<>(records.size());
        for (LogRecord record : records) {
            DecodedRecord decoded = decode(record);
            batch.add(decoded);
            users.add(decoded.user());
            if (decoded.needsContact()) {
                withContact.add(decoded.user());
            }
        }
        Map<UserKey, Preferences> preferencesByUser = preferences.findAll(users);
        Map<UserKey, Contact> contactsByUser = withContact.isEmpty() ? Map.of() : contacts.findAll(withContact);
        FirstProviders firstProviders = new FirstProviders(providers);
        List<LoadedNotification> loaded = new ArrayList<>(batch.size());
        for (DecodedRecord one : batch) {
            Optional<StoredDecision> stored = one.stored(now);
            DecisionInput input = new DecisionInput(
                    one.envelope().notification(),
                    one.type(),
                    preferencesByUser.get(one.user()),
                    recipient(one, contactsByUser.get(one.user()), firstProviders),
                    now);
            loaded.add(new LoadedNotification(
                    one.envelope(), one.user(), one.redelivered(), one.ownership(), input, stored));
        }
        return loaded;
    }

    private DecodedRecord decode(LogRecord record) {
        Envelope envelope = EnvelopeCodec.decode(record.entry().payload());
        boolean redelivered = redeliveryCheck.isRedelivered(record, envelope);
        return new DecodedRecord(
                envelope,
                user(envelope),
                redelivered,
                record.ownership(),
                type(envelope),
                redelivered ? storedRow(envelope) : NOT_DECIDED);
    }

    static UserKey user(Envelope envelope) {
        return new UserKey(envelope.notification().tenant(), envelope.user().orElseThrow());
    }

    private NotificationType type(Envelope envelope) {
        Notification notification = envelope.notification();
        return types.current(notification.tenant(), notification.type())
                // Deleted by a version that did not keep deleted types.
                .orElseGet(() -> NotificationType.withDefaults(notification.type()));
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

    /** @param found null if the contact was not looked up: nothing depends on it */
    private Recipient recipient(DecodedRecord one, Contact found, FirstProviders firstProviders) {
        Contact contact = found == null ? Contact.UNKNOWN : found;
        MessageRenderer renderer = renderers.of(one.envelope(), one.type(), contact);
        return new Recipient(contact, renderer, firstProviders.of(one.user().tenant()));
    }
}
