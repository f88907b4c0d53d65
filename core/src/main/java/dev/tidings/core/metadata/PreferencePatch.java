package dev.tidings.core.metadata;

import dev.tidings.core.model.Channel;
import dev.tidings.core.model.QuietHours;
import java.util.Map;
import java.util.Optional;

/**
 * A partial update of one user's preferences, as input of the metadata store: true or false is stored, empty resets to the default, and the
 * rest stays as it is.
 *
 * @param quietHours empty to keep them; an inner empty to remove them
 */
public record PreferencePatch(
        Map<Channel, Optional<Boolean>> channels,
        Map<String, Map<Channel, Optional<Boolean>>> categories,
        Map<String, Map<Channel, Optional<Boolean>>> types,
        Optional<Optional<QuietHours>> quietHours) {

    /** A patch that keeps the quiet hours. */
    public PreferencePatch(
            Map<Channel, Optional<Boolean>> channels,
            Map<String, Map<Channel, Optional<Boolean>>> categories,
            Map<String, Map<Channel, Optional<Boolean>>> types) {
        this(channels, categories, types, Optional.empty());
    }
}
