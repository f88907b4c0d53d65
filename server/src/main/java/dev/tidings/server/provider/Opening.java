package dev.tidings.server.provider;

import dev.tidings.core.deliver.InvalidSettingException;
import dev.tidings.core.deliver.Provider;
import dev.tidings.core.deliver.ProviderKind;
import dev.tidings.core.deliver.Setting;
import dev.tidings.core.deliver.Settings;
import java.util.Map;
import java.util.Optional;

/** Opens providers in a way in which no failure says what is secret about them, however careless their kind is. */
final class Opening {
    private Opening() {}

    /**
     * @throws InvalidSettingException without the value of a secret
     * @throws IllegalStateException if it fails in another way; says in which, and where
     */
    static Provider open(ProviderKind kind, Map<String, String> settings, ProviderKind.Context context) {
        try {
            return kind.open(new Settings(kind, settings), context);
        } catch (InvalidSettingException e) {
            Optional<Setting> known = kind.settings().stream()
                    .filter(setting -> setting.name().equals(e.setting()))
                    .findFirst();
            throw known.isPresent() && known.get().secret()
                    ? new InvalidSettingException(e.setting(), null, e.expected())
                    : e;
        } catch (RuntimeException e) {
            // Neither what it says nor its cause: what it was given may be in it, and somebody will log it.
            StackTraceElement[] trace = e.getStackTrace();
            throw new IllegalStateException("the kind " + kind.name() + " failed with "
                    + e.getClass().getName() + (trace.length > 0 ? " at " + trace[0] : ""));
        }
    }
}
