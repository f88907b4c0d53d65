package dev.tidings.server.edge;

import dev.tidings.server.config.Network;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** From where a request comes: the address of who connected, or what a trusted proxy says of it. */
final class Peers {
    static final String FORWARDED_FOR = "X-Forwarded-For";

    /** Some proxies add the port. */
    private static final Pattern WITH_PORT = Pattern.compile("\\[([^\\]]*)\\](?::\\d+)?|(\\d+\\.[0-9.]+):\\d+");

    /** Who has one IPv6 address has all that begin like it. */
    private static final int V6_NETWORK_BYTES = 8;

    private final List<Network> proxies;

    Peers(List<Network> proxies) {
        this.proxies = List.copyOf(proxies);
    }

    /**
     * What limits count by. Each proxy appends the address it was called from, so the list is read from its end, as long as those
     * who wrote it are trusted: what stands before that anybody may have written.
     *
     * @param connected the address at the other end of the connection
     * @param forwardedFor the header, as often as it is there
     */
    String of(String connected, List<String> forwardedFor) {
        Optional<InetAddress> literal = Network.address(connected);
        if (literal.isEmpty()) {
            return connected;
        }
        InetAddress peer = literal.get();
        if (isTrusted(peer)) {
            String[] said = String.join(",", forwardedFor).split(",");
            for (int i = said.length - 1; i >= 0 && isTrusted(peer); i--) {
                if (said[i].isBlank()) {
                    continue;
                }
                Optional<InetAddress> next = address(said[i].trim());
                if (next.isEmpty()) {
                    break;
                }
                peer = next.get();
            }
        }
        return text(peer);
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
