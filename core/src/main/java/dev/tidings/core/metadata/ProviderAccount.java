package dev.tidings.core.metadata;

import java.time.Duration;
import java.util.Map;

/**
 * A tenant's account with a provider, as stored: its limits, its failover rank, and its settings with the secret ones encrypted.
 *
 * @param name the tenant's name for it
 * @param kind the name of the provider kind
 * @param rank the failover order: the lowest is tried first
 * @param enabled whether new deliveries use it
 * @param maxConcurrent the maximum number of deliveries in flight
 * @param perSecond the rate limit; 0 if unlimited
 * @param timeout the timeout of a provider call
 * @param settings the settings that are not secret
 * @param credentials the secret settings, encrypted
 * @param revision counts up with each change within the tenant, so that an account that is deleted and created again never reuses one; 0 if
 *     it is not stored yet
 */
public record ProviderAccount(
        String tenant,
        String name,
        String kind,
        int rank,
        boolean enabled,
        int maxConcurrent,
        int perSecond,
        Duration timeout,
        Map<String, String> settings,
        byte[] credentials,
        long revision) {
    public ProviderAccount {
        settings = Map.copyOf(settings);
    }

    /** The id among the accounts of all tenants: neither name contains a slash. */
    public String id() {
        return id(tenant, name);
    }

    public static String id(String tenant, String name) {
        return tenant + "/" + name;
    }

    public ProviderAccount withRevision(long other) {
        return new ProviderAccount(
                tenant, name, kind, rank, enabled, maxConcurrent, perSecond, timeout, settings, credentials, other);
    }

    @Override
    public String toString() {
        return "ProviderAccount[" + id() + ", " + kind + ", credentials [redacted]]";
    }
}
