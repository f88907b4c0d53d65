package dev.tidings.lab.cassandra;

import dev.tidings.lab.Folders;
import dev.tidings.lab.PortBlock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A Cassandra cluster on this machine, of one node or of three, that is gone when it is closed, or when this JVM ends.
 *
 * <pre>{@code
 * try (CassandraLab lab = CassandraLab.start(CassandraOptions.nodes(3))) {
 *     connect(lab.contactPoints(), lab.datacenter());
 *     lab.node(1).kill();
 * }
 * }</pre>
 */
public final class CassandraLab implements AutoCloseable {
    private final CassandraOptions options;
    private final Path folder;
    private final PortBlock ports;
    private final List<CassandraNode> nodes;

    private CassandraLab(CassandraOptions options, Path folder, PortBlock ports) {
        this.options = options;
        this.folder = folder;
        this.ports = ports;
        List<NodeAddress> addresses = IntStream.range(0, options.nodes)
                .mapToObj(number -> NodeAddress.of(number, ports))
                .toList();
        this.nodes = addresses.stream()
                .map(address ->
                        new CassandraNode(options, address, addresses, folder.resolve("node" + address.number())))
                .toList();
    }

    /** Starts a cluster, and returns when each of its nodes answers and sees all the others. */
    public static CassandraLab start(CassandraOptions options) {
        CassandraLab lab = new CassandraLab(options, folder(options), PortBlock.take(NodeAddress.hosts(options.nodes)));
        try {
            lab.nodes.forEach(CassandraNode::launch);
            lab.nodes.forEach(CassandraNode::awaitAnswer);
            lab.awaitAllUp();
            return lab;
        } catch (RuntimeException | Error e) {
            lab.close();
            throw e;
        }
    }

    /** Where clients connect: one address for each node, running or not. */
    public List<InetSocketAddress> contactPoints() {
        return nodes.stream().map(CassandraNode::contactPoint).toList();
    }

    public String datacenter() {
        return options.datacenter;
    }

    /** A node, counted from 0. */
    public CassandraNode node(int number) {
        return nodes.get(number);
    }

    public List<CassandraNode> nodes() {
        return nodes;
    }

    /** Waits until every node sees every node as up, as after the restart of one of them. All of them have to be running. */
    public void awaitAllUp() {
        nodes.forEach(CassandraNode::awaitAllUp);
    }

    /** Ends all nodes. Their data is deleted, unless a folder was given for it. */
    @Override
    public void close() {
        if (options.folder.isPresent()) {
            nodes.parallelStream().forEach(CassandraNode::stop);
        } else {
            nodes.forEach(CassandraNode::kill);
            Folders.delete(folder);
        }
        ports.close();
    }

    private static Path folder(CassandraOptions options) {
        try {
            return options.folder.isPresent()
                    ? Files.createDirectories(options.folder.get())
                    : Files.createTempDirectory("tidings-lab-");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a folder for Cassandra", e);
        }
    }
}
