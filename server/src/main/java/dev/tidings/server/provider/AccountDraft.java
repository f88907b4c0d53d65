package dev.tidings.server.provider;

import dev.tidings.core.deliver.ProviderKind;
import java.time.Duration;
import java.util.Map;

/**
 * What a tenant says about an account.
 *
 * @param settings secrets too; one that is left out stays as it was
 */
public record AccountDraft(
        ProviderKind kind,
        Map<String, String> settings,
        int rank,
        boolean enabled,
        int maxConcurrent,
        int perSecond,
        Duration timeout) {
    public AccountDraft {
        settings = Map.copyOf(settings);
    }

    @Override
    public String toString() {
        return "AccountDraft[" + kind.name() + ", settings [redacted]]";
    }
}
