package dev.tidings.core.metadata;

import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.Template;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The port of the metadata store: one repository per kind of data, such as tenants, users and templates. Every change and its audit entry
 * are one transaction. Calls block and fail with a {@link MetadataException}.
 */
public interface MetadataStore extends AutoCloseable {
    Tenants tenants();

    ApiKeys apiKeys();

    TokenSecrets tokenSecrets();

    Users users();

    Devices devices();

    PreferenceStore preferences();

    Types types();

    Templates templates();

    RecurringSchedules recurring();

    Providers providers();

    Endpoints endpoints();

    Audit audit();

    Erasures erasures();

    /** Empty if the store answers; otherwise the reason. */
    Optional<String> problem();

    @Override
    void close();

    /** The tenants of the installation. */
    interface Tenants {
        /** False if the id is taken, or if the tenant that had it is still being deleted; then nothing is changed. */
        boolean add(Tenant tenant, String actor);

        /**
         * Changes what is given, and leaves the rest.
         *
         * @return the tenant after the change; empty if there is none
         */
        Optional<Tenant> change(
                String id, Optional<String> name, Optional<String> defaultLocale, Instant at, String actor);

        Optional<Tenant> find(String id);

        /** By id, after the given one. */
        ResultPage<Tenant> list(Optional<String> after, int limit);
    }

    /** API keys of tenants: add, find by id, list, rotate and revoke. */
    interface ApiKeys {
        void add(ApiKey key, String actor);

        /** Also finds a revoked key. */
        Optional<ApiKey> find(String id);

        ResultPage<ApiKey> list(String tenant, Optional<String> after, int limit);

        /** The current secret stays valid until the given time; an older one becomes invalid. False if there is no such valid key. */
        boolean rotate(String tenant, String id, byte[] secretHash, Instant previousUntil, String actor);

        /** False if there is no such valid key. */
        boolean revoke(String tenant, String id, Instant at, String actor);
    }

    /** Secrets with which tenants sign the tokens of their users, encrypted by the caller: add, find by key id, list and revoke. */
    interface TokenSecrets {
        void add(TokenSecret secret, String actor);

        Optional<TokenSecret> find(String tenant, String kid);

        List<TokenSecret> list(String tenant);

        boolean revoke(String tenant, String kid, Instant at, String actor);

        /** The secrets of all tenants that an earlier version stored without encryption. */
        List<TokenSecret> unsealed();

        /** Replaces an unsealed secret by its encrypted form; nothing happens if it is sealed already. */
        void seal(TokenSecret sealed);
    }

    /** Profiles of users with their email, phone, webhook, locale and time zone. */
    interface Users {
        /** Atomic: all of them or none. */
        void put(String tenant, Collection<UserChange> users, Instant at, String actor);

        /**
         * Replaces a profile that is still as expected. An address that stays the same keeps its unreachable mark. False if the profile has
         * changed or is gone; then nothing is changed.
         */
        boolean replace(String tenant, UserProfile expected, UserChange user, Instant at, String actor);

        Optional<UserProfile> find(String tenant, String user);

        /** The known users; the others are missing from the result. */
        Map<String, UserProfile> find(String tenant, Collection<String> users);

        ResultPage<UserProfile> list(String tenant, Optional<String> after, int limit);

        /**
         * Marks an address as unreachable, as reported by a provider, until the user is put again. False if it is marked already, if the
         * user has another address by now, or was put since.
         *
         * @param kind a mailbox or a phone: providers report no others
         * @param since when the report was true
         */
        boolean unreachable(
                String tenant, String user, AddressKind kind, String address, Instant since, Instant at, String actor);

        /** Deletes the user with preferences and devices. False if there was nothing. */
        boolean delete(String tenant, String user, String actor);
    }

    /** Push devices. A token belongs to one user of a tenant at a time. The audit log contains no tokens. */
    interface Devices {
        /** The limit per user. Beyond it, inactive devices are dropped first, then the least recently used. */
        int MAX_OF_A_USER = 50;

        /** The user who has the token, on an active or inactive device. */
        Optional<String> owner(String tenant, AddressKind kind, String token);

        /**
         * Registers a device, or refreshes the one with its id. A token on another device moves from there. A mere refresh, as apps do at
         * every start, has no audit entry.
         *
         * @param from the owner of the token as read by the caller, so that a token is not taken from a user the caller does not know of
         * @return the stored device; empty if the token has another owner by now, and nothing was changed
         */
        Optional<Device> put(
                String tenant, String user, DeviceRegistration device, Optional<String> from, Instant at, String actor);

        /** All devices of a user, active or not, by id. */
        List<Device> list(String tenant, String user);

        /** The active devices by user, most recently used first; users without any are missing from the result. */
        Map<String, List<Device>> find(String tenant, Collection<String> users);

        /**
         * Deactivates a device whose token the provider reported as unregistered. False if the user has it on no active device, or has
         * registered it again since.
         *
         * @param since when the report was true; later registrations are kept
         */
        boolean deactivate(
                String tenant, String user, AddressKind kind, String token, Instant since, Instant at, String actor);

        /** False if there is no such device. */
        boolean delete(String tenant, String user, String id, Instant at, String actor);

        /**
         * Deletes devices of all tenants that were last used before a time, the oldest first.
         *
         * @return their owners; as many as the limit if there may be more
         */
        List<UserKey> ageOut(Instant before, int most, Instant at, String actor);
    }

    /** Preferences of users, versioned. */
    interface PreferenceStore {
        /** {@link Preferences#NONE} for a user without preferences. */
        Preferences find(String tenant, String user);

        /** The preferences by user; users without any are missing from the result. */
        Map<String, Preferences> find(String tenant, Collection<String> users);

        /** The preferences after the change, with a version higher than any before. */
        Preferences change(String tenant, String user, PreferencePatch patch, Instant at, String actor);
    }

    /** Notification types of tenants. */
    interface Types {
        /** Creates or replaces it. */
        void put(String tenant, NotificationType type, String actor);

        /**
         * Replaces a type that is still as expected, or creates it if none is. False if the stored type is another; then nothing is
         * changed.
         */
        boolean replace(String tenant, Optional<NotificationType> expected, NotificationType type, String actor);

        Optional<NotificationType> find(String tenant, String name);

        /** All types that the tenant has created, by name: they are few. */
        List<NotificationType> list(String tenant);

        /** Deletes a type and its templates, and keeps it among the deleted types. False if there is no such type. */
        boolean delete(String tenant, String name, String actor);

        /**
         * All types that were ever deleted, by name, as they were at their last deletion, also if they exist again: notifications accepted
         * earlier may still be in flight, and opt-outs have to apply to them.
         */
        List<NotificationType> deleted(String tenant);
    }

    /** Templates of notifications. Nothing is overwritten: each change is a revision, and every revision stays readable. */
    interface Templates {
        /**
         * Creates or replaces it.
         *
         * @param template its revision and its time are ignored
         * @return the stored template, with a revision higher than any of the tenant's
         */
        Template put(String tenant, Template template, Instant at, String actor);

        /**
         * Activates, deactivates or deletes it, which adds a revision with the same texts. No change if it is in that state already. Empty
         * if there is none.
         */
        Optional<Template> set(
                String tenant,
                String type,
                Channel channel,
                String locale,
                Template.State state,
                Instant at,
                String actor);

        /** The newest revision for every type, channel and locale, in that order. Includes deleted templates: they count as revisions. */
        List<Template> newest(String tenant);

        /** The type's templates as of a revision, by channel and locale, deleted ones included. */
        List<Template> at(String tenant, String type, int revision);

        /** All revisions for one type, channel and locale, newest first; {@code before} is the last revision of the previous page. */
        ResultPage<Template> versions(
                String tenant, String type, Channel channel, String locale, Optional<String> before, int limit);
    }

    /**
     * Recurring schedules, with optimistic locking between the planner and changes by tenants: every change gives a schedule a new
     * revision, and a write for an older revision has no effect.
     */
    interface RecurringSchedules {
        Optional<RecurringSchedule> find(String tenant, String name);

        /** By name, after the given one. */
        ResultPage<RecurringSchedule> list(String tenant, Optional<String> after, int limit);

        /**
         * Stores the schedule with a revision higher than any of the tenant's, which starts a new series, and releases a hold.
         *
         * @param schedule with its previous revision; 0 to create it
         * @return the stored schedule; empty if it has another revision by now, and nothing was changed
         */
        Optional<RecurringSchedule> put(RecurringSchedule schedule, Change change, Instant at, String actor);

        /**
         * Gives the schedule a new revision and keeps it from being planned for a while, which fences off a planner that has read it
         * before. Not a change by itself, so it has no audit entry. Empty if there is none.
         */
        Optional<RecurringSchedule> hold(String tenant, String name, Instant until);

        /** False if there is none with this revision. */
        boolean delete(String tenant, String name, long revision, Instant at, String actor);

        /** Stores the progress of each schedule whose revision still matches. No audit entry. */
        void advance(Collection<RecurringSchedule> schedules);

        /**
         * The schedules of all tenants with a next occurrence at or before a time, by tenant and name, after the given one; empty only if
         * there are no more. Unreadable rows are skipped.
         *
         * @param farthest the planning horizon: a next occurrence beyond it comes from a wrong clock, and the schedule is due unless it is
         *     paused
         */
        List<RecurringSchedule> due(Instant until, Instant farthest, Optional<RecurringSchedule> after, int limit);

        /** The kind of change, as written to the audit log. */
        enum Change {
            PUT,
            PAUSE,
            RESUME
        }
    }

    /** Provider accounts. Their secrets are passed in and out encrypted. */
    interface Providers {
        Optional<ProviderAccount> find(String tenant, String name);

        /** All accounts of the tenant, by name: they are few. */
        List<ProviderAccount> list(String tenant);

        /**
         * Stores the account with a revision higher than any of the tenant's.
         *
         * @param account with its previous revision; 0 to create it
         * @return the stored account; empty if it has another revision by now, and nothing was changed
         */
        Optional<ProviderAccount> put(ProviderAccount account, String actor);

        /** False if there is none. */
        boolean delete(String tenant, String name, String actor);
    }

    /** Webhook endpoints of tenants. Their secrets are passed in and out encrypted. */
    interface Endpoints {
        Optional<WebhookEndpoint> find(String tenant, String id);

        /** All endpoints of the tenant, by id: they are few. */
        List<WebhookEndpoint> list(String tenant);

        /**
         * Stores the endpoint with a revision higher than any of the tenant's.
         *
         * @param endpoint with its previous revision; 0 to create it
         * @return the stored endpoint; empty if it has another revision by now, and nothing was changed
         */
        Optional<WebhookEndpoint> put(WebhookEndpoint endpoint, Change change, Instant at, String actor);

        /** False if there is none. */
        boolean delete(String tenant, String id, String actor);

        /** The kind of change, as written to the audit log. */
        enum Change {
            ADD,
            CHANGE,
            ROTATE_SECRET,
            PAUSE,
            RESUME
        }
    }

    /**
     * Erasures of users, and deletions of tenants, which end the erasures of their users. They are kept forever: a restored backup may hold
     * what was erased.
     */
    interface Erasures {
        /** The repository of tenants' deletions. */
        TenantDeletions tenants();

        /**
         * Stores the erasure, and in the same transaction deletes the user with preferences and devices and puts the pseudonym in place of
         * the user into the audit log.
         *
         * @return the number of deleted and changed rows
         */
        int add(Erasure erasure, String user, String pseudonym, String actor);

        /** Deletes a user as {@link #add} does, for an erasure that is stored already. Without an audit entry. */
        int remove(String tenant, String user, String pseudonym);

        /** The ids of all users of whom a tenant has a profile, preferences or devices. */
        List<String> users(String tenant);

        /** Stores an erasure that is known from elsewhere, without removing anything. False if it is stored already. */
        boolean put(Erasure erasure);

        Optional<Erasure> find(String tenant, String id);

        /** All of them, the oldest first. */
        List<Erasure> list();

        /** Stores when it was completed, and what was removed. */
        void complete(Erasure erasure);
    }

    /** Deletions of tenants: erasures of all their users. A tenant has one at most, the last one. */
    interface TenantDeletions {
        /**
         * Stores the deletion, and in the same transaction deletes the tenant with its credentials, recurring schedules, providers and
         * endpoints. The audit entry is that of the operator.
         *
         * @param operator the tenant of the actor
         * @return the stored deletion, which is an earlier one if that is not complete; empty if there is no such tenant
         */
        Optional<Erasure> add(Erasure deletion, String operator, String actor);

        /**
         * Deletes everything of a tenant that has a deletion or is about to get one, and keeps the deletion. In many short transactions;
         * can be repeated.
         *
         * @return the number of deleted rows, by kind
         */
        Map<String, Long> removeData(String tenant);

        /** The last deletion of a tenant. */
        Optional<Erasure> find(String tenant);
    }

    /** The audit log, to be read page by page, newest first. Entries are written by the other repositories with each change. */
    interface Audit {
        /** Newest first; {@code before} is the id of the last entry of the previous page. */
        ResultPage<AuditEntry> list(String tenant, Optional<String> before, int limit);
    }
}
