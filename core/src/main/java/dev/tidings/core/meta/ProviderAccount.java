package dev.tidings.core.meta;

import java.time.Duration;
import java.util.Map;

/**
 * A tenant's account with somebody who carries a channel.
 *
 * @param name what the tenant calls it
 * @param kind the name of the kind of provider
 * @param rank who is tried first: the lowest
 * @param enabled whether it is used for what is sent from now on
 * @param maxConcurrent how many deliveries may be under way at a time
 * @param perSecond how many may be started in a second; 0 if as many as there are
 * @param timeout how long an answer is waited for
 * @param settings those that are no secrets
 * @param credentials those that are, encrypted
 * @param revision counts up with each change within the tenant, so that one that is deleted and made again has none of before; 0 if
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

    /** What it is called where the accounts of all tenants are: neither of the two names has a slash in it. */
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
