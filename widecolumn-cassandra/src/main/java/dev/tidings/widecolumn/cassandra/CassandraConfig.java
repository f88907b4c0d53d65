package dev.tidings.widecolumn.cassandra;

import dev.tidings.widecolumn.cql.CqlKeyspace;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Configuration of the Cassandra engine: contact points, keyspace, credentials, and limits.
 *
 * @param contactPoints some of the cluster's nodes; the driver discovers the others
 * @param datacenter the local datacenter, as named by the cluster; requests go only to its nodes
 * @param keyspace the keyspace of the tables, with its replication per datacenter if it has to be created
 * @param credentials the login, if the cluster requires one
 * @param tls keys and trusted certificates, if connections are encrypted
 * @param maxInFlight the limit of requests in flight; further ones are queued
 * @param maxWaiting the limit of queued requests; beyond it requests are refused as overload
 * @param retryTimeout how long an idempotent request is retried before it fails
 * @param clock the clock for expiry. The servers expire rows by their own clocks, so rows are lost early if this clock runs
 *     behind them
 */
public record CassandraConfig(
        List<InetSocketAddress> contactPoints,
        String datacenter,
        CqlKeyspace keyspace,
        Optional<Credentials> credentials,
        Optional<SSLContext> tls,
        int maxInFlight,
        int maxWaiting,
        Duration retryTimeout,
        InstantSource clock) {

    /** A login. {@code toString} omits the password. */
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
                contactPoints, datacenter, keyspace, login, tls, maxInFlight, maxWaiting, retryTimeout, clock);
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
                retryTimeout,
                clock);
    }

    public CassandraConfig withLimits(int inFlight, int waiting) {
        return new CassandraConfig(
                contactPoints, datacenter, keyspace, credentials, tls, inFlight, waiting, retryTimeout, clock);
    }

    public CassandraConfig withRetryTimeout(Duration other) {
        return new CassandraConfig(
                contactPoints, datacenter, keyspace, credentials, tls, maxInFlight, maxWaiting, other, clock);
    }

    public CassandraConfig withClock(InstantSource other) {
        return new CassandraConfig(
                contactPoints, datacenter, keyspace, credentials, tls, maxInFlight, maxWaiting, retryTimeout, other);
    }
}
