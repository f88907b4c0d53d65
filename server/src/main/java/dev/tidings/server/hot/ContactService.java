package dev.tidings.server.hot;

import dev.tidings.core.deliver.Address;
import dev.tidings.core.meta.Contact;
import dev.tidings.core.meta.Device;
import dev.tidings.core.meta.DeviceChange;
import dev.tidings.core.meta.UserChange;
import dev.tidings.core.model.UserKey;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Reads fast where users can be reached, and changes it so that nobody is written to at an old address once the change has been
 * answered. All changes of profiles and devices come through here. Does not block unless said.
 */
public interface ContactService {

    /** As it is now; {@link Contact#UNKNOWN} if nothing is known. */
    CompletableFuture<Contact> find(UserKey user);

    /** As it is now, for all of them. May block: for workers, not for event loops. */
    Map<UserKey, Contact> findAll(Collection<UserKey> users);

    /** All of them or none. */
    CompletableFuture<Void> put(String tenant, Collection<UserChange> users, String actor);

    /** The user, with preferences and devices. False if nothing was known. */
    CompletableFuture<Boolean> delete(UserKey user, String actor);

    /** The device as it is now. Whoever had its token has it no longer. */
    CompletableFuture<Device> register(UserKey user, DeviceChange device, String actor);

    /** False if there is no such device. */
    CompletableFuture<Boolean> remove(UserKey user, String device, String actor);

    /**
     * A provider said that an address reaches nobody: a device, a mailbox or a phone. It is not used then until it is registered or
     * set again. False if that is known already, if the user has it no longer, or has registered or set it again since.
     *
     * @param since when it was true: what was registered later stays
     */
    CompletableFuture<Boolean> unregistered(UserKey user, Address address, Instant since);

    /**
     * Drops devices that nobody has used since. Blocks.
     *
     * @param most how many at once
     * @return how many were dropped: fewer than that if there are no more
     */
    int ageOut(Instant before, int most);
}
