package dev.tidings.server.users;

import dev.tidings.core.delivery.Address;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.metadata.Device;
import dev.tidings.core.metadata.DeviceRegistration;
import dev.tidings.core.metadata.UserChange;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Reads and changes the contacts of users. After a change is acknowledged, no message goes to an old address. All changes of profiles and
 * devices go through here. Does not block unless stated.
 */
public interface ContactService {

    /** The current contact; {@link Contact#UNKNOWN} if there is none. */
    CompletableFuture<Contact> find(UserKey user);

    /** The current contacts. May block: for workers, not for event loops. */
    Map<UserKey, Contact> findAll(Collection<UserKey> users);

    /** All of them or none. */
    CompletableFuture<Void> put(String tenant, Collection<UserChange> users, String actor);

    /** Deletes the user, with preferences and devices. False if there was nothing. */
    CompletableFuture<Boolean> delete(UserKey user, String actor);

    /** Registers a device and returns it. A previous owner of its token loses it. */
    CompletableFuture<Device> register(UserKey user, DeviceRegistration device, String actor);

    /** False if there is no such device. */
    CompletableFuture<Boolean> remove(UserKey user, String device, String actor);

    /**
     * A provider has reported that an address is unreachable: a device, a mailbox or a phone. It is not used until it is registered or set
     * again. False if this was known, or if the user no longer has the address, or has registered or set it again since.
     *
     * @param since when the report was true: later registrations stay
     */
    CompletableFuture<Boolean> reportUnreachable(UserKey user, Address address, Instant since);

    /**
     * Removes devices that have not been used since. Blocks.
     *
     * @param max the maximum per call
     * @return how many were removed; fewer than the maximum if there are no more
     */
    int removeUnused(Instant before, int max);
}
