package dev.tidings.widecolumn.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import dev.tidings.widecolumn.StoreException;
import dev.tidings.widecolumn.StoreException.Reason;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Executes schema changes and waits for schema agreement, safe against concurrent changes by other processes.
 *
 * <p>Every process sends its changes to the same coordinator, as long as all see the same nodes up. A node applies its changes
 * one after the other; two nodes that create the same table concurrently give it two ids, which never converge.
 *
 * <p>Afterwards every node that serves requests is asked for its schema version. The driver's own check asks one node for the
 * versions it knows of the others. Right after a change these may be stale and agree on the previous schema, and the next
 * statement reaches a node without the new table.
 */
final class SchemaChanges {
    private static final SimpleStatement VERSION = SimpleStatement.newInstance(
                    "SELECT schema_version FROM system.local")
            .setTimeout(Duration.ofSeconds(5));
    private static final Duration AGREEMENT_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final CqlSession session;
    private final String datacenter;

    SchemaChanges(CqlSession session, String datacenter) {
        this.session = session;
        this.datacenter = datacenter;
    }

    void execute(SimpleStatement change) {
        Node coordinator = nodes().min(
                        Comparator.comparing(Node::getHostId, Comparator.nullsLast(Comparator.naturalOrder())))
                .orElse(null);
        session.execute(change.setNode(coordinator));
        awaitAgreement();
    }

    private Stream<Node> nodes() {
        return session.getMetadata().getNodes().values().stream()
                .filter(node -> node.getState() == NodeState.UP && datacenter.equals(node.getDatacenter()));
    }

    /** Waits until all nodes have the same schema version, and thus every table that any of them has shown. */
    void awaitAgreement() {
        long end = System.nanoTime() + AGREEMENT_TIMEOUT.toNanos();
        Set<UUID> versions = versions();
        while (versions.size() > 1) {
            if (System.nanoTime() > end) {
                throw new StoreException(
                        Reason.UNAVAILABLE,
                        "the nodes of " + datacenter + " did not agree on the changed schema within "
                                + AGREEMENT_TIMEOUT.toSeconds() + " s: they have the versions " + versions);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
            versions = versions();
        }
    }

    /** The schema versions of all reachable nodes. An unreachable node gets the schema before it serves requests again. */
    private Set<UUID> versions() {
        Set<UUID> versions = new HashSet<>();
        nodes().forEach(node -> {
            try {
                Row local = session.execute(VERSION.setNode(node)).one();
                if (local != null) {
                    versions.add(local.getUuid(0));
                }
            } catch (DriverException unreachable) {
                // Just went down; the driver will soon mark it as down.
            }
        });
        return versions;
    }
}
