package dev.tidings.core.model;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/** The tenant and id of a user: the key of everything that is stored or cached per user. */
public record UserKey(String tenant, String user) implements Comparable<UserKey> {
    /** The number of virtual partitions. Determines the placement of rows and log records: never changes. */
    public static final int PARTITIONS = 256;

    private static final Hasher64 HASH = Hashing.xxh3_64();

    /** The user's virtual partition, stable over time and machines, so that the order per user holds. */
    public int partition() {
        return (int) HASH.hashStream().putString(tenant).putString(user).getAsLong() & (PARTITIONS - 1);
    }

    @Override
    public int compareTo(UserKey other) {
        int tenants = tenant.compareTo(other.tenant);
        return tenants == 0 ? user.compareTo(other.user) : tenants;
    }
}
