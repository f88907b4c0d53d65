package dev.tidings.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A block of consecutive ports reserved for one lab, the same on each of its addresses.
 *
 * <p>The process that listens on the first port of a block owns the block; the engines use the others. So two labs on a machine
 * never choose the same ports, not even in the seconds until an engine listens, or while a node is down; and a block is free
 * again as soon as its owner ends. The blocks lie below the ephemeral port range, from which an outgoing connection could
 * otherwise take a node's port during its restart.
 */
public final class PortBlock implements AutoCloseable {
    private static final int FIRST = 20_000;
    private static final int SIZE = 8;
    private static final int BLOCKS = 1_500;
    private static final int ATTEMPTS = 200;

    private final ServerSocket owner;
    private final int first;

    private PortBlock(ServerSocket owner) {
        this.owner = owner;
        this.first = owner.getLocalPort();
    }

    /** Takes a block whose ports are free on all of the addresses. */
    public static PortBlock take(List<InetAddress> addresses) {
        addresses.forEach(PortBlock::checkAddress);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            PortBlock block =
                    takeIfFree(FIRST + SIZE * ThreadLocalRandom.current().nextInt(BLOCKS), addresses);
            if (block != null) {
                return block;
            }
        }
        throw new IllegalStateException("found no " + SIZE + " free ports in a row on " + addresses);
    }

    /** Takes the block that begins with this port, for the restart of a cluster on its former ports. */
    public static PortBlock takeAt(int first, List<InetAddress> addresses) {
        addresses.forEach(PortBlock::checkAddress);
        PortBlock block = takeIfFree(first, addresses);
        if (block == null) {
            throw new IllegalStateException(
                    "the ports from " + first + " to " + (first + SIZE - 1) + " are not all free on " + addresses);
        }
        return block;
    }

    private static PortBlock takeIfFree(int first, List<InetAddress> addresses) {
        ServerSocket owner = listen(addresses.get(0), first);
        if (owner == null) {
            return null;
        }
        PortBlock block = new PortBlock(owner);
        if (block.isFreeOn(addresses)) {
            return block;
        }
        block.close();
        return null;
    }

    /** The first port of this block. */
    public int first() {
        return first;
    }

    /** A port of this block, counted from 0. */
    public int port(int number) {
        if (number < 0 || number >= SIZE - 1) {
            throw new IllegalArgumentException("port " + number + "; expected 0 to " + (SIZE - 2));
        }
        return first + 1 + number;
    }

    @Override
    public void close() {
        try {
            owner.close();
        } catch (IOException e) {
            // The socket holds nothing but the port.
        }
    }

    private boolean isFreeOn(List<InetAddress> addresses) {
        for (InetAddress address : addresses) {
            for (int number = 0; number < SIZE - 1; number++) {
                try (ServerSocket probe = listen(address, port(number))) {
                    if (probe == null) {
                        return false;
                    }
                } catch (IOException e) {
                    return false;
                }
            }
        }
        return true;
    }

    private static void checkAddress(InetAddress address) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(address, 0));
        } catch (IOException e) {
            throw new IllegalStateException(
                    "cannot listen on " + address.getHostAddress() + "; on macOS, first run: sudo ifconfig lo0 alias "
                            + address.getHostAddress(),
                    e);
        }
    }

    private static ServerSocket listen(InetAddress address, int port) {
        try {
            return new ServerSocket(port, 1, address);
        } catch (IOException e) {
            return null;
        }
    }
}
