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
 * A Cassandra cluster of one or three nodes on this machine, which ends when it is closed or this JVM ends.
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

    /** Starts a cluster, and returns when each node answers queries and sees all others as up. */
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
            lab.nodes.forEach(CassandraNode::awaitReady);
            lab.awaitAllUp();
            return lab;
        } catch (RuntimeException | Error e) {
            lab.close();
            throw e;
        }
    }

    /** The addresses for clients: one for each node, running or not. */
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

    /** Waits until every node sees every node as up, for example after a restart. All of them must be running. */
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

    /** The nodes store each other's addresses and ports, so a cluster keeps its ports as long as its data. */
    private static PortBlock ports(int nodes, Path file) {
        List<InetAddress> hosts = NodeAddress.hosts(nodes);
        try {
            if (Files.exists(file)) {
                return PortBlock.takeAt(Integer.parseInt(Files.readString(file)), hosts);
            }
            PortBlock ports = PortBlock.take(hosts);
            Files.writeString(file, Integer.toString(ports.first()));
            return ports;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot keep the ports of the lab in " + file, e);
        }
    }
}
