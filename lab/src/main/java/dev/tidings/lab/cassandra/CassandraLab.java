package dev.tidings.lab.cassandra;

import dev.tidings.lab.LabFolder;
import dev.tidings.lab.PortBlock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
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
    private final LabFolder folder;
    private final PortBlock ports;
    private final List<CassandraNode> nodes;

    private CassandraLab(CassandraOptions options, LabFolder folder, PortBlock ports) {
        this.options = options;
        this.folder = folder;
        this.ports = ports;
        List<NodeAddress> addresses = IntStream.range(0, options.nodes)
                .mapToObj(number -> NodeAddress.of(number, ports))
                .toList();
        this.nodes = addresses.stream()
                .map(address -> new CassandraNode(
                        options, address, addresses, folder.path().resolve("node" + address.number())))
                .toList();
    }

    /** Starts a cluster, and returns when each of its nodes answers and sees all the others. */
    public static CassandraLab start(CassandraOptions options) {
        LabFolder folder = options.folder.map(LabFolder::at).orElseGet(LabFolder::temporary);
        CassandraLab lab;
        try {
            lab = new CassandraLab(
                    options, folder, ports(options.nodes, folder.path().resolve("first-port")));
        } catch (RuntimeException e) {
            folder.close();
            throw e;
        }
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
        }
        folder.close();
        ports.close();
    }

    /** The nodes remember each other by address and port, so a cluster keeps its ports as long as its data. */
    private static PortBlock ports(int nodes, Path file) {
        List<InetAddress> hosts = NodeAddress.hosts(nodes);
        try {
            if (Files.exists(file)) {
                return PortBlock.takeAgain(Integer.parseInt(Files.readString(file)), hosts);
            }
            PortBlock ports = PortBlock.take(hosts);
            Files.writeString(file, Integer.toString(ports.first()));
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep the ports of the lab in " + file, e);
        }
    }
}
