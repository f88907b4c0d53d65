package dev.tidings.server.provider;

import dev.tidings.core.delivery.ProviderKind;
import java.time.Duration;
import java.util.Map;

/**
 * A request of a tenant to create or replace a provider account, as passed to {@link Providers#put}.
 *
 * @param settings including secrets; a secret that is left out keeps its stored value
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
