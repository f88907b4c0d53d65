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
 * Changes the schema so that the next statement finds it changed, whoever else changes it at the same time.
 *
 * <p>Every process sends its changes to the same node, as long as all see the same nodes up. A node makes its changes one after
 * the other; two nodes that create the same table at once give it two identities, which never come together again.
 *
 * <p>Then it waits until the nodes that requests go to know a schema just changed. The driver's own check asks one node what it has heard of
 * the others; right after a change it may not have heard of it, finds them all in agreement on the schema before, and the next
 * statement meets a node that does not know the new table. So each node is asked for itself.
 */
final class SchemaChanges {
    private static final SimpleStatement VERSION = SimpleStatement.newInstance(
                    "SELECT schema_version FROM system.local")
            .setTimeout(Duration.ofSeconds(5));
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final CqlSession session;
    private final String datacenter;

    SchemaChanges(CqlSession session, String datacenter) {
        this.session = session;
        this.datacenter = datacenter;
    }

    void make(SimpleStatement change) {
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

    /** Waits until all nodes have the same schema, and so all that any of them was seen to have before. */
    void awaitAgreement() {
        long end = System.nanoTime() + LIMIT.toNanos();
        Set<UUID> versions = versions();
        while (versions.size() > 1) {
            if (System.nanoTime() > end) {
                throw new StoreException(
                        Reason.UNAVAILABLE,
                        "the nodes of " + datacenter + " did not agree on the changed schema within "
                                + LIMIT.toSeconds() + " s: they have the versions " + versions);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
            versions = versions();
        }
    }

    /** A node that can't be asked is left out: it learns of the schema before it serves requests again. */
    private Set<UUID> versions() {
        Set<UUID> versions = new HashSet<>();
        nodes().forEach(node -> {
            try {
                Row local = session.execute(VERSION.setNode(node)).one();
                if (local != null) {
                    versions.add(local.getUuid(0));
                }
            } catch (DriverException unreachable) {
                // Just died; the next look will not find it up.
            }
        });
        return versions;
    }
}
