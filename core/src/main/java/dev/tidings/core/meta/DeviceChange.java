package dev.tidings.core.meta;

import dev.tidings.core.deliver.AddressKind;
import java.util.Optional;

/** What to write about a device: every field is replaced, and it is active from then on. */
public record DeviceChange(
        String id, AddressKind kind, String token, Optional<String> platform, Optional<String> appVersion) {

    /** Without the token, which whoever has it can write to. */
    @Override
    public String toString() {
        return "DeviceChange[" + id + ", " + kind.wire() + "]";
    }
}
