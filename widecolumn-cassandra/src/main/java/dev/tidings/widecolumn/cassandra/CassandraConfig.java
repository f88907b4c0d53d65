package dev.tidings.widecolumn.cassandra;

import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How a cluster is reached and used.
 *
 * @param contactPoints some of the cluster's nodes; the others are found through them
 * @param datacenter the datacenter this process is in, by the name the cluster gives it; only its nodes are asked
 * @param keyspace where the tables are, and how many copies each datacenter keeps if the keyspace is still to be created
 * @param credentials who to log in as, if the cluster asks
 * @param tls how to encrypt and whom to trust, if connections are to be encrypted
 * @param maxInFlight requests under way at once; more wait their turn
 * @param maxWaiting requests waiting their turn; beyond that they are refused as overload
 * @param patience how long a request that can be repeated safely is repeated before it fails
 * @param clock what expiry is measured against. The servers expire rows by their own clocks, so one that runs behind those loses
 *     rows early
 */
public record CassandraConfig(
        List<InetSocketAddress> contactPoints,
        String datacenter,
        CqlKeyspace keyspace,
        Optional<Credentials> credentials,
        Optional<SSLContext> tls,
        int maxInFlight,
        int maxWaiting,
        Duration patience,
        InstantSource clock) {

    /** Whom to log in as. Does not print the password. */
    public record Credentials(String username, String password) {
        @Override
        public String toString() {
            return username + ", password [redacted]";
        }
    }

    public CassandraConfig {
        contactPoints = List.copyOf(contactPoints);
        if (contactPoints.isEmpty()) {
            throw new IllegalArgumentException("contactPoints: got none, expected the address of at least one node");
        }
        if (maxInFlight < 1 || maxWaiting < 1) {
            throw new IllegalArgumentException(
                    "maxInFlight " + maxInFlight + ", maxWaiting " + maxWaiting + ": expected at least 1 of each");
        }
    }

    public static CassandraConfig of(List<InetSocketAddress> contactPoints, String datacenter, CqlKeyspace keyspace) {
        return new CassandraConfig(
                contactPoints,
                datacenter,
                keyspace,
                Optional.empty(),
                Optional.empty(),
                1024,
                16_384,
                Duration.ofSeconds(20),
                InstantSource.system());
    }

    public CassandraConfig withCredentials(String username, String password) {
        Optional<Credentials> login = Optional.of(new Credentials(username, password));
        return new CassandraConfig(
                contactPoints, datacenter, keyspace, login, tls, maxInFlight, maxWaiting, patience, clock);
    }

    public CassandraConfig withTls(SSLContext context) {
        return new CassandraConfig(
                contactPoints,
                datacenter,
                keyspace,
                credentials,
                Optional.of(context),
                maxInFlight,
                maxWaiting,
                patience,
                clock);
    }

    public CassandraConfig withBounds(int inFlight, int waiting) {
        return new CassandraConfig(
                contactPoints, datacenter, keyspace, credentials, tls, inFlight, waiting, patience, clock);
    }

    public CassandraConfig withPatience(Duration other) {
        return new CassandraConfig(
                contactPoints, datacenter, keyspace, credentials, tls, maxInFlight, maxWaiting, other, clock);
    }

    public CassandraConfig withClock(InstantSource other) {
        return new CassandraConfig(
                contactPoints, datacenter, keyspace, credentials, tls, maxInFlight, maxWaiting, patience, other);
    }
}
