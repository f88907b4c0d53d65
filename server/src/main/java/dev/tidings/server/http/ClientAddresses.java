package dev.tidings.server.http;

import dev.tidings.server.config.Network;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Determines the client address of a request, by which limits are counted: the peer of the connection, or the address that a trusted proxy
 * reports in {@code X-Forwarded-For}. An IPv6 address is reduced to its /64 network.
 */
final class ClientAddresses {
    static final String FORWARDED_FOR = "X-Forwarded-For";

    /** Some proxies append the port. */
    private static final Pattern WITH_PORT = Pattern.compile("\\[([^\\]]*)\\](?::\\d+)?|(\\d+\\.[0-9.]+):\\d+");

    /** A client with one IPv6 address usually has its whole /64 network. */
    private static final int V6_NETWORK_BYTES = 8;

    private final List<Network> proxies;

    ClientAddresses(List<Network> proxies) {
        this.proxies = List.copyOf(proxies);
    }

    /**
     * The address by which limits are counted. Each proxy appends the address of its client, so the list is read from its end while
     * the proxies are trusted: clients can forge everything before that.
     *
     * @param connected the remote address of the connection
     * @param forwardedFor all values of the header
     */
    String resolve(String connected, List<String> forwardedFor) {
        Optional<InetAddress> literal = Network.address(connected);
        if (literal.isEmpty()) {
            return connected;
        }
        InetAddress peer = literal.get();
        if (isTrusted(peer)) {
            String[] hops = String.join(",", forwardedFor).split(",");
            for (int i = hops.length - 1; i >= 0 && isTrusted(peer); i--) {
                if (hops[i].isBlank()) {
                    continue;
                }
                Optional<InetAddress> next = address(hops[i].trim());
                if (next.isEmpty()) {
                    break;
                }
                peer = next.get();
            }
        }
        return text(peer);
    }

    /** The address by which connections of this peer are counted; empty for a trusted proxy, which its clients share. */
    Optional<String> counted(String connected) {
        Optional<InetAddress> literal = Network.address(connected);
        if (literal.isEmpty()) {
            return Optional.of(connected);
        }
        return isTrusted(literal.get()) ? Optional.empty() : Optional.of(text(literal.get()));
    }

    private boolean isTrusted(InetAddress address) {
        for (Network proxy : proxies) {
            if (proxy.contains(address)) {
                return true;
            }
        }
        return false;
    }

    private static Optional<InetAddress> address(String text) {
        Matcher withPort = WITH_PORT.matcher(text);
        if (!withPort.matches()) {
            return Network.address(text);
        }
        return Network.address(withPort.group(1) != null ? withPort.group(1) : withPort.group(2));
    }

    private static String text(InetAddress address) {
        if (!(address instanceof Inet6Address)) {
            return address.getHostAddress();
        }
        byte[] network = Arrays.copyOf(Arrays.copyOf(address.getAddress(), V6_NETWORK_BYTES), 16);
        try {
            return InetAddress.getByAddress(network).getHostAddress() + "/64";
        } catch (UnknownHostException cannotBe) {
            throw new AssertionError(cannotBe);
        }
    }
}
