package dev.tidings.server.users;

import dev.tidings.core.delivery.Address;
import dev.tidings.core.hot.FencedCache;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.metadata.Device;
import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.core.metadata.MetadataException;
import dev.tidings.core.metadata.MetadataStore;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.metadata.UserProfile;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads and changes the contacts of users, cached in the hot state and read through from the database. After a change is acknowledged, no
 * message goes to an old address. All changes of profiles and devices go through here. Does not block unless stated.
 *
 * <p>Changes take write leases, as for preferences. Taking over a push
 * token changes two users: the owner is looked up first, both leases are taken, and if the owner has changed by then, the call is retried.
 */
public final class ContactService {
    private static final int MAX_TRIES = 10;
    /** The actor of changes reported by a provider. */
    private static final String PROVIDER = "provider";

    private static final String AGE = "age";

    private final MetadataStore metadata;
    private final FencedCache<Contact> cache;
    private final ReadThroughCache<Contact> reading;
    private final WriteLeases leases;
    /** For changes that need not wait until readers have finished. */
    private final WriteLeases reportLeases;

    private final PreferenceService preferences;
    private final Executor blocking;
    private final InstantSource clock;

    /**
     * @param preferences deletes users, as their preferences go with them
     * @param blocking runs blocking calls to the database
     * @param settled completes when no reader acts any more on a value found before this call
     */
    public ContactService(
            MetadataStore metadata,
            FencedCache<Contact> cache,
            PreferenceService preferences,
            Executor blocking,
            InstantSource clock,
            Function<UserKey, CompletableFuture<Void>> settled) {
        this.metadata = metadata;
        this.cache = cache;
        this.reading = new ReadThroughCache<>(cache, blocking, this::read);
        this.leases = new WriteLeases(cache, settled);
        this.reportLeases = new WriteLeases(cache, user -> CompletableFuture.completedFuture(null));
        this.preferences = preferences;
        this.blocking = blocking;
        this.clock = clock;
    }

    /** The current contact; {@link Contact#UNKNOWN} if there is none. */
    public CompletableFuture<Contact> find(UserKey user) {
        return reading.find(user);
    }

    /** The current contacts. May block: for workers, not for event loops. */
    public Map<UserKey, Contact> findAll(Collection<UserKey> users) {
        return reading.findAll(users);
    }

    /** Two statements: a change in between holds a lease, so the combined result is used once and not cached. */
    private Map<String, Contact> read(String tenant, List<String> names) {
        Map<String, UserProfile> profiles = metadata.users().find(tenant, names);
        Map<String, List<Device>> devices = metadata.devices().find(tenant, names);
        Map<String, Contact> read = new HashMap<>();
        for (String name : names) {
            Optional<UserProfile> profile = Optional.ofNullable(profiles.get(name));
            List<Device> active = devices.getOrDefault(name, List.of());
            read.put(name, profile.isEmpty() && active.isEmpty() ? Contact.UNKNOWN : new Contact(profile, active));
        }
        return read;
    }

    /** All of them or none. */
    public CompletableFuture<Void> put(String tenant, Collection<UserChange> users, String actor) {
        Set<UserKey> changed = new HashSet<>();
        users.forEach(user -> changed.add(new UserKey(tenant, user.user())));
        return leases.underLeases(
                changed,
                () -> CompletableFuture.runAsync(
                        () -> metadata.users().put(tenant, users, clock.instant(), actor), blocking));
    }

    /**
     * Changes a profile. The function is called again if the profile was changed meanwhile.
     *
     * @return the profile after the change; empty if there is none
     */
    public CompletableFuture<Optional<UserProfile>> change(
            UserKey user, Function<UserProfile, UserChange> change, String actor) {
        return leases.underLeases(
                Set.of(user), () -> CompletableFuture.supplyAsync(() -> replace(user, change, actor), blocking));
    }

    private Optional<UserProfile> replace(UserKey user, Function<UserProfile, UserChange> change, String actor) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<UserProfile> stored = metadata.users().find(user.tenant(), user.user());
            if (stored.isEmpty()) {
                return stored;
            }
            UserChange changed = change.apply(stored.get());
            if (metadata.users().replace(user.tenant(), stored.get(), changed, clock.instant(), actor)) {
                return metadata.users().find(user.tenant(), user.user());
            }
        }
        throw new MetadataException("a user is under constant concurrent change", true, null);
    }

    /** Deletes the user, with preferences and devices. False if there was nothing. */
    public CompletableFuture<Boolean> delete(UserKey user, String actor) {
        return leases.underLeases(Set.of(user), () -> preferences.delete(user, actor));
    }

    /** Runs a change that deletes the user, with preferences and devices. No message goes to the user once it has completed. */
    public <T> CompletableFuture<T> erase(UserKey user, Supplier<T> deletion) {
        return leases.underLeases(Set.of(user), () -> preferences.erase(user, deletion));
    }

    /** Registers a device and returns it. A previous owner of its token loses it. */
    public CompletableFuture<Device> register(UserKey user, DeviceRegistration device, String actor) {
        return register(user, device, actor, MAX_TRIES);
    }

    private CompletableFuture<Device> register(UserKey user, DeviceRegistration device, String actor, int tries) {
        return CompletableFuture.supplyAsync(
                        () -> metadata.devices().owner(user.tenant(), device.kind(), device.token()), blocking)
                .thenCompose(owner -> register(user, device, owner, actor))
                .thenCompose(stored -> {
                    if (stored.isPresent()) {
                        return CompletableFuture.completedFuture(stored.get());
                    }
                    return tries > 1
                            ? register(user, device, actor, tries - 1)
                            : CompletableFuture.failedFuture(new MetadataException(
                                    "a token is under constant concurrent registration", true, null));
                });
    }

    private CompletableFuture<Optional<Device>> register(
            UserKey user, DeviceRegistration device, Optional<String> owner, String actor) {
        Set<UserKey> changed = new HashSet<>(Set.of(user));
        owner.ifPresent(name -> changed.add(new UserKey(user.tenant(), name)));
        return leases.underLeases(
                changed,
                () -> CompletableFuture.supplyAsync(
                        () -> metadata.devices().put(user.tenant(), user.user(), device, owner, clock.instant(), actor),
                        blocking));
    }

    /** False if there is no such device. */
    public CompletableFuture<Boolean> remove(UserKey user, String device, String actor) {
        return leases.underLeases(
                Set.of(user),
                () -> CompletableFuture.supplyAsync(
                        () -> metadata.devices().delete(user.tenant(), user.user(), device, clock.instant(), actor),
                        blocking));
    }

    /**
     * A provider has reported that an address is unreachable: a device, a mailbox or a phone. It is not used until it is registered or set
     * again. False if this was known, or if the user no longer has the address, or has registered or set it again since.
     *
     * @param since when the report was true: later registrations stay
     */
    public CompletableFuture<Boolean> reportUnreachable(UserKey user, Address address, Instant since) {
        return reportLeases.underLeases(
                Set.of(user), () -> CompletableFuture.supplyAsync(() -> deactivate(user, address, since), blocking));
    }

    private boolean deactivate(UserKey user, Address address, Instant since) {
        Instant now = clock.instant();
        return switch (address.kind()) {
            case MAILBOX, PHONE ->
                metadata.users()
                        .unreachable(user.tenant(), user.user(), address.kind(), address.value(), since, now, PROVIDER);
            // A wrong webhook URL shows in other ways, and the tenant can correct it.
            case URL -> false;
            default ->
                metadata.devices()
                        .deactivate(user.tenant(), user.user(), address.kind(), address.value(), since, now, PROVIDER);
        };
    }

    /**
     * Removes devices that have not been used since. Blocks.
     *
     * @param max the maximum per call
     * @return how many were removed; fewer than the maximum if there are no more
     */
    public int removeUnused(Instant before, int max) {
        List<UserKey> dropped = metadata.devices().ageOut(before, max, clock.instant(), AGE);
        // The leases are taken afterwards, when the owners are known: no caller waits for this change.
        leases.underLeases(new HashSet<>(dropped), () -> CompletableFuture.completedFuture(null))
                .join();
        return dropped.size();
    }
}
