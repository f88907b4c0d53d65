package dev.tidings.core.meta;

import dev.tidings.core.deliver.AddressKind;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Preferences;
import dev.tidings.core.model.Template;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that is kept in SQL, by what it is about. Every change is one transaction together with its entry in the audit log.
 * Fails with a {@link MetaException}.
 */
public interface Meta extends AutoCloseable {
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

    /** Empty if it answers; otherwise why not. */
    Optional<String> problem();

    @Override
    void close();

    interface Tenants {
        /** False if there is one with this id already; then nothing is changed. */
        boolean add(Tenant tenant, String actor);

        Optional<Tenant> find(String id);

        /** By id, after the given one. */
        Slice<Tenant> list(Optional<String> after, int limit);
    }

    interface ApiKeys {
        void add(ApiKey key, String actor);

        /** Also of one that is revoked. */
        Optional<ApiKey> find(String id);

        Slice<ApiKey> list(String tenant, Optional<String> after, int limit);

        /** The present secret stays valid until then; one before it does no longer. False if there is no such valid key. */
        boolean rotate(String tenant, String id, byte[] secretHash, Instant previousUntil, String actor);

        /** False if there is no such valid key. */
        boolean revoke(String tenant, String id, Instant at, String actor);
    }

    interface TokenSecrets {
        void add(TokenSecret secret, String actor);

        Optional<TokenSecret> find(String tenant, String kid);

        List<TokenSecret> list(String tenant);

        boolean revoke(String tenant, String kid, Instant at, String actor);
    }

    interface Users {
        /** All of them or none. */
        void put(String tenant, Collection<UserChange> users, Instant at, String actor);

        Optional<UserProfile> find(String tenant, String user);

        /** Those who are known; the others are missing from the answer. */
        Map<String, UserProfile> find(String tenant, Collection<String> users);

        Slice<UserProfile> list(String tenant, Optional<String> after, int limit);

        /**
         * A provider said that an address reaches nobody, which holds until the user is put again. False if that is known already, if
         * the user has another address by now, or was put since.
         *
         * @param kind a mailbox or a phone: nobody says so of others
         * @param since when that was true
         */
        boolean unreachable(
                String tenant, String user, AddressKind kind, String address, Instant since, Instant at, String actor);

        /** Removes what is known about the user, preferences and devices included. False if there was nothing. */
        boolean delete(String tenant, String user, String actor);
    }

    /** Apps and browsers. A token belongs to one user of a tenant at a time. The audit log has no token in it. */
    interface Devices {
        /** Of more than these, what is inactive is dropped first, then what was not used for longest. */
        int MOST_OF_A_USER = 50;

        /** Who has the token, on a device that is active or not. */
        Optional<String> owner(String tenant, AddressKind kind, String token);

        /**
         * Registers it, or refreshes what is registered under its id. If the token was on another device, it is gone from there. What
         * is only refreshed, as apps do whenever they are started, has no entry in the audit log.
         *
         * @param from who had the token when the caller looked: nobody else loses it without having been thought of
         * @return as it is stored; empty if somebody else than that or the user has it by now, and nothing was changed
         */
        Optional<Device> put(
                String tenant, String user, DeviceChange device, Optional<String> from, Instant at, String actor);

        /** All of a user, active or not, by id. */
        List<Device> list(String tenant, String user);

        /** The active ones, the last used first, of those users who have any; the others are missing from the answer. */
        Map<String, List<Device>> find(String tenant, Collection<String> users);

        /**
         * The far side said that the token reaches nobody. False if the user has it on no active device, or has registered it
         * again since.
         *
         * @param since when that was true; what was registered later stays
         */
        boolean deactivate(
                String tenant, String user, AddressKind kind, String token, Instant since, Instant at, String actor);

        /** False if there is no such device. */
        boolean delete(String tenant, String user, String id, Instant at, String actor);

        /**
         * Drops those of all tenants that were last used before a time, the oldest first.
         *
         * @return whose they were; as many as could be dropped if there may be more
         */
        List<UserKey> ageOut(Instant before, int most, Instant at, String actor);
    }

    interface PreferenceStore {
        /** {@link Preferences#NONE} for a user who has said nothing. */
        Preferences find(String tenant, String user);

        /** Those of the users who have said something; the others are missing from the answer. */
        Map<String, Preferences> find(String tenant, Collection<String> users);

        /** The preferences after the change, with a version above all before. */
        Preferences change(String tenant, String user, PreferencePatch patch, Instant at, String actor);
    }

    interface Types {
        /** Creates or replaces it. */
        void put(String tenant, NotificationType type, String actor);

        Optional<NotificationType> find(String tenant, String name);

        /** By name, all that the tenant has made: they are few. */
        List<NotificationType> list(String tenant);

        /**
         * Is gone from now on, and remembered among the deleted ones. Its templates are deleted with it. False if there is no such
         * type.
         */
        boolean delete(String tenant, String name, String actor);

        /**
         * By name, those that were ever deleted, as they were when they last were, also if they have been made again: what was
         * accepted before may still be on its way, and who turned it off must not hear of it.
         */
        List<NotificationType> deleted(String tenant);
    }

    /** How notifications are put into words. Nothing is overwritten: each change is a revision, and every one can be read for good. */
    interface Templates {
        /**
         * Makes or replaces it.
         *
         * @param template its revision and its time are of no meaning
         * @return as it is stored, with a revision above all that the tenant has had
         */
        Template put(String tenant, Template template, Instant at, String actor);

        /**
         * Activates, deactivates or deletes it, which is another revision with the same words. One that is so already stays as it
         * is. Empty if there is none.
         */
        Optional<Template> set(
                String tenant,
                String type,
                Channel channel,
                String locale,
                Template.State state,
                Instant at,
                String actor);

        /** The newest of every place, by type, channel and locale. Also of those that are deleted: they count as revisions. */
        List<Template> newest(String tenant);

        /** As the type's templates were at a revision, by channel and locale, deleted ones included. */
        List<Template> at(String tenant, String type, int revision);

        /** All that were ever stored for one place, newest first; {@code before} is the revision of the last of the part before. */
        Slice<Template> versions(
                String tenant, String type, Channel channel, String locale, Optional<String> before, int limit);
    }

    /**
     * What is sent again and again. Whoever plans occurrences and whoever changes a schedule meet here: every change gives it
     * another revision, and nothing is stored about a revision that is no longer the one it has.
     */
    interface RecurringSchedules {
        Optional<RecurringSchedule> find(String tenant, String name);

        /** By name, after the given one. */
        Slice<RecurringSchedule> list(String tenant, Optional<String> after, int limit);

        /**
         * Stores it as it is now, with a revision above all that the tenant has had, which begins a series, and holds it no longer.
         *
         * @param schedule with the revision that it had before; 0 if there is to be none of its name
         * @return as it is stored; empty if it has another revision by now, and nothing was changed
         */
        Optional<RecurringSchedule> put(RecurringSchedule schedule, Change change, Instant at, String actor);

        /**
         * Gives it another revision and keeps it from being planned for a while: whoever has read it before can't report progress
         * any more. No change by itself, so it has no entry in the audit log. Empty if there is none.
         */
        Optional<RecurringSchedule> hold(String tenant, String name, Instant until);

        /** False if there is none of this revision. */
        boolean delete(String tenant, String name, long revision, Instant at, String actor);

        /** Stores the progress of each that still has the revision it is given with. No entry in the audit log. */
        void advance(Collection<RecurringSchedule> schedules);

        /**
         * Those of all tenants with a next occurrence at or before a time, by tenant and name, after the given one; none only if there
         * are no more. What can't be read is passed over.
         *
         * @param farthest to where one can be planned: if it seems to be farther, a clock was wrong, and it is due unless it is paused
         */
        List<RecurringSchedule> due(Instant until, Instant farthest, Optional<RecurringSchedule> after, int limit);

        /** What the audit log says was done. */
        enum Change {
            PUT,
            PAUSE,
            RESUME
        }
    }

    /** Accounts with those who carry channels. What is secret about them comes and goes encrypted. */
    interface Providers {
        Optional<ProviderAccount> find(String tenant, String name);

        /** By name, all that the tenant has: they are few. */
        List<ProviderAccount> list(String tenant);

        /**
         * Stores it as it is now, with a revision above all that the tenant has had.
         *
         * @param account with the revision that it had before; 0 if there is to be none of its name
         * @return as it is stored; empty if it has another revision by now, and nothing was changed
         */
        Optional<ProviderAccount> put(ProviderAccount account, String actor);

        /** False if there is none. */
        boolean delete(String tenant, String name, String actor);
    }

    /** Where tenants want to be told of events. What is secret about them comes and goes encrypted. */
    interface Endpoints {
        Optional<WebhookEndpoint> find(String tenant, String id);

        /** By id, all that the tenant has: they are few. */
        List<WebhookEndpoint> list(String tenant);

        /**
         * Stores it as it is now, with a revision above all that the tenant has had.
         *
         * @param endpoint with the revision that it had before; 0 if there is to be none of its id
         * @return as it is stored; empty if it has another revision by now, and nothing was changed
         */
        Optional<WebhookEndpoint> put(WebhookEndpoint endpoint, Change change, Instant at, String actor);

        /** False if there is none. */
        boolean delete(String tenant, String id, String actor);

        /** What the audit log says was done. */
        enum Change {
            ADD,
            CHANGE,
            ROTATE_SECRET,
            PAUSE,
            RESUME
        }
    }

    interface Audit {
        /** Newest first; {@code before} is the id of the last entry of the part before. */
        Slice<AuditEntry> list(String tenant, Optional<String> before, int limit);
    }
}
