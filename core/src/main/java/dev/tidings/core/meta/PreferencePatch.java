package dev.tidings.core.meta;

import dev.tidings.core.model.Channel;
import java.util.Map;
import java.util.Optional;

/** What to change about preferences: true or false is stored, empty goes back to the default, the rest stays as it is. */
public record PreferencePatch(
        Map<Channel, Optional<Boolean>> channels,
        Map<String, Map<Channel, Optional<Boolean>>> categories,
        Map<String, Map<Channel, Optional<Boolean>>> types) {}
