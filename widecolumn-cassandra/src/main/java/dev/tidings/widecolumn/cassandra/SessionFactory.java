package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.session.throttling.ConcurrencyLimitingRequestThrottler;
import com.datastax.oss.driver.internal.core.time.ServerSideTimestampGenerator;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * Opens the driver's session from a {@link CassandraConfig} and checks that the local datacenter exists. Throws a {@link StoreException}
 * that names the wrong setting if it can't connect.
 */
final class SessionFactory {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration SCHEMA_TIMEOUT = Duration.ofSeconds(30);
    /** The driver debounces schema changes within this window, and each statement that makes one waits for it. */
    private static final Duration SCHEMA_WINDOW = Duration.ofMillis(50);

    /** The quiet period of the driver's threads; its default of two seconds would be added to every shutdown. */
    private static final int SHUTDOWN_QUIET_MILLIS = 100;

    private static final int SHUTDOWN_TIMEOUT_MILLIS = 15_000;

    private SessionFactory() {}

    static CqlSession open(CassandraConfig config) {
        CqlSessionBuilder builder = CqlSession.builder()
                .addContactPoints(config.contactPoints())
                .withLocalDatacenter(config.datacenter())
                .withConfigLoader(settings(config));
        config.credentials().ifPresent(login -> builder.withAuthCredentials(login.username(), login.password()));
        config.tls().ifPresent(builder::withSslContext);
        CqlSession session;
        try {
            session = builder.build();
        } catch (AllNodesFailedException e) {
            throw explain(config, e);
        }
        try {
            checkDatacenter(config, session);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
        return session;
    }

    private static DriverConfigLoader settings(CassandraConfig config) {
        return DriverConfigLoader.programmaticBuilder()
                .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "LOCAL_QUORUM")
                .withString(DefaultDriverOption.REQUEST_SERIAL_CONSISTENCY, "LOCAL_SERIAL")
                // Each statement declares whether it is idempotent: an insert-if-absent is not.
                .withBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, false)
                // Every write carries its own timestamp; the driver need not generate one.
                .withClass(DefaultDriverOption.TIMESTAMP_GENERATOR_CLASS, ServerSideTimestampGenerator.class)
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, REQUEST_TIMEOUT)
                .withClass(DefaultDriverOption.REQUEST_THROTTLER_CLASS, ConcurrencyLimitingRequestThrottler.class)
                .withInt(DefaultDriverOption.REQUEST_THROTTLER_MAX_CONCURRENT_REQUESTS, config.maxInFlight())
                .withInt(DefaultDriverOption.REQUEST_THROTTLER_MAX_QUEUE_SIZE, config.maxWaiting())
                .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, Math.max(1024, config.maxInFlight()))
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, SCHEMA_TIMEOUT)
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, SCHEMA_WINDOW)
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, SCHEMA_TIMEOUT)
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, REQUEST_TIMEOUT)
                .withStringList(
                        DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES,
                        List.of(config.keyspace().name()))
                // The engine drains its requests before it closes the session.
                .withString(DefaultDriverOption.NETTY_IO_SHUTDOWN_UNIT, "MILLISECONDS")
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, SHUTDOWN_QUIET_MILLIS)
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_TIMEOUT, SHUTDOWN_TIMEOUT_MILLIS)
                .withString(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, "MILLISECONDS")
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, SHUTDOWN_QUIET_MILLIS)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, SHUTDOWN_TIMEOUT_MILLIS)
                // Reconnect soon to a node that was down: its capacity is needed.
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(500))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(10))
                .build();
    }

    private static StoreException explain(CassandraConfig config, AllNodesFailedException failure) {
        boolean login = failures(failure).anyMatch(AuthenticationException.class::isInstance);
        if (login) {
            return new StoreException(
                    Reason.MISCONFIGURED,
                    "setting credentials: the cluster refused "
                            + config.credentials()
                                    .map(c -> "user '" + c.username() + "'")
                                    .orElse("a connection without any")
                            + ", expected valid credentials",
                    failure);
        }
        Optional<Throwable> handshake =
                failures(failure).filter(SSLException.class::isInstance).findFirst();
        if (handshake.isPresent()) {
            return new StoreException(
                    Reason.MISCONFIGURED,
                    "setting tls: expected a certificate chain that this process trusts, got: "
                            + handshake.get().getMessage(),
                    failure);
        }
        return new StoreException(
                Reason.MISCONFIGURED,
                "setting contactPoints: no Cassandra responds at " + config.contactPoints()
                        + (config.tls().isPresent() ? " over TLS" : " without TLS (setting tls)") + ": "
                        + failure.getMessage(),
                failure);
    }

    /** The errors of each node and their causes. */
    private static Stream<Throwable> failures(AllNodesFailedException failure) {
        return failure.getAllErrors().values().stream()
                .flatMap(List::stream)
                .flatMap(error -> Stream.iterate(error, Objects::nonNull, Throwable::getCause));
    }

    /** With a wrong name the driver connects, finds no local node, and fails only at the first request. */
    private static void checkDatacenter(CassandraConfig config, CqlSession session) {
        TreeSet<String> known = new TreeSet<>();
        session.getMetadata().getNodes().values().stream()
                .map(Node::getDatacenter)
                .filter(Objects::nonNull)
                .forEach(known::add);
        if (!known.contains(config.datacenter())) {
            throw new StoreException(
                    Reason.MISCONFIGURED,
                    "setting datacenter: got '" + config.datacenter() + "', expected one that the cluster has: "
                            + known);
        }
        if (!known.containsAll(config.keyspace().replicas().keySet())) {
            throw new StoreException(
                    Reason.MISCONFIGURED,
                    "setting keyspace: replicas are asked for in "
                            + config.keyspace().replicas().keySet() + ", the cluster has the datacenters " + known);
        }
    }
}
