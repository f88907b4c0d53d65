package dev.tidings.core.metadata;

import dev.tidings.core.delivery.AddressKind;
import java.util.Optional;

/** A registration of a device: replaces every field and activates it. */
public record DeviceChange(
        String id, AddressKind kind, String token, Optional<String> platform, Optional<String> appVersion) {

    /** Omits the token, which is enough to send to the device. */
    @Override
    public String toString() {
        return "DeviceChange[" + id + ", " + kind.wire() + "]";
    }
}
