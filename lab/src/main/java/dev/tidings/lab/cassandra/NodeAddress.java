package dev.tidings.lab.cassandra;

import dev.tidings.lab.PortBlock;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The address and ports of a node: each has a loopback address of its own, as if on its own machine. All nodes use the same
 * ports.
 */
record NodeAddress(int number, InetAddress host, int storagePort, int nativePort) {

    static List<InetAddress> hosts(int nodes) {
        return IntStream.range(0, nodes).mapToObj(NodeAddress::host).toList();
    }

    static NodeAddress of(int number, PortBlock ports) {
        return new NodeAddress(number, host(number), ports.port(0), ports.port(1));
    }

    InetSocketAddress cql() {
        return new InetSocketAddress(host, nativePort);
    }

    String gossip() {
        return host.getHostAddress() + ":" + storagePort;
    }

    private static InetAddress host(int number) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (1 + number)});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // only for arrays of another length
        }
    }
}
