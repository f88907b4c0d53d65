package dev.tidings.core.model;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/** One user of one tenant. */
public record UserKey(String tenant, String user) implements Comparable<UserKey> {
    /** Virtual partitions. Part of where rows and log records lie: never changes. */
    public static final int PARTITIONS = 256;

    private static final Hasher64 HASH = Hashing.xxh3_64();

    /** The user's virtual partition: the same forever and on every machine, so that a user's order holds. */
    public int partition() {
        return (int) HASH.hashStream().putString(tenant).putString(user).getAsLong() & (PARTITIONS - 1);
    }

    @Override
    public int compareTo(UserKey other) {
        int tenants = tenant.compareTo(other.tenant);
        return tenants == 0 ? user.compareTo(other.user) : tenants;
    }
}
