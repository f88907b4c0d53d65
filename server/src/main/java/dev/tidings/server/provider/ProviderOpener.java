package dev.tidings.server.provider;

import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind;
import dev.tidings.core.delivery.ProviderSetting;
import dev.tidings.core.delivery.ProviderSettings;
import java.util.Map;
import java.util.Optional;

/** Opens a provider of a kind with its settings, and keeps secret values out of every exception that this throws. */
final class ProviderOpener {
    private ProviderOpener() {}

    /**
     * @throws InvalidSettingException without the value of a secret
     * @throws IllegalStateException for any other failure; names only its class and location
     */
    static Provider open(ProviderKind kind, Map<String, String> settings, ProviderKind.ProviderContext context) {
        try {
            return kind.open(new ProviderSettings(kind, settings), context);
        } catch (InvalidSettingException e) {
            Optional<ProviderSetting> known = kind.settings().stream()
                    .filter(setting -> setting.name().equals(e.setting()))
                    .findFirst();
            throw known.isPresent() && known.get().secret()
                    ? new InvalidSettingException(e.setting(), null, e.expected())
                    : e;
        } catch (RuntimeException e) {
            // Neither its message nor its cause: both may contain a secret, and the exception is logged.
            StackTraceElement[] trace = e.getStackTrace();
            throw new IllegalStateException("kind " + kind.name() + " failed with "
                    + e.getClass().getName() + (trace.length > 0 ? " at " + trace[0] : ""));
        }
    }
}
