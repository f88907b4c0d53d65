package dev.tidings.core.meta;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.QuietHours;
import java.util.Map;
import java.util.Optional;

/**
 * What to change about preferences: true or false is stored, empty goes back to the default, the rest stays as it is.
 *
 * @param quietHours empty if they stay; holds nothing if there are to be none
 */
public record PreferencePatch(
        Map<Channel, Optional<Boolean>> channels,
        Map<String, Map<Channel, Optional<Boolean>>> categories,
        Map<String, Map<Channel, Optional<Boolean>>> types,
        Optional<Optional<QuietHours>> quietHours) {

    /** One that leaves the quiet hours as they are. */
    public PreferencePatch(
            Map<Channel, Optional<Boolean>> channels,
            Map<String, Map<Channel, Optional<Boolean>>> categories,
            Map<String, Map<Channel, Optional<Boolean>>> types) {
        this(channels, categories, types, Optional.empty());
    }
}
