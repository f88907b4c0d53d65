package dev.tidings.core.metadata;

import dev.tidings.core.delivery.AddressKind;
import java.util.Optional;

/**
 * The registration of a push device by an app or a tenant, as input of the metadata store. Replaces every field of the stored
 * {@link Device} with this id, and activates it.
 */
public record DeviceRegistration(
        String id, AddressKind kind, String token, Optional<String> platform, Optional<String> appVersion) {

    /** Omits the token, which is enough to send to the device. */
    @Override
    public String toString() {
        return "DeviceChange[" + id + ", " + kind.wire() + "]";
    }
}
