package dev.tidings.server.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A range of IP addresses, such as 10.0.0.0/8, or a single address: parses it and tests whether it contains an address. Used to recognise
 * trusted proxies; never resolves a host name.
 */
public final class Network {
    /** Strict patterns: a text that only resembles an address would be resolved as a host name. */
    private static final Pattern V4 =
            Pattern.compile("(OCTET\\.){3}OCTET".replace("OCTET", "(25[0-5]|2[0-4]\\d|1?\\d?\\d)"));

    private static final Pattern V6 = Pattern.compile("[0-9a-fA-F:][0-9a-fA-F.]*:[0-9a-fA-F:.]*|:[0-9a-fA-F:.]*");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,3}");

    private final byte[] start;
    private final int bits;

    private Network(byte[] start, int bits) {
        this.start = start;
        this.bits = bits;
    }

    /** Empty if the text is not a range of addresses. */
    public static Optional<Network> parse(String text) {
        int slash = text.indexOf('/');
        return address(slash < 0 ? text : text.substring(0, slash)).flatMap(address -> {
            byte[] start = address.getAddress();
            if (slash < 0) {
                return Optional.of(new Network(start, start.length * Byte.SIZE));
            }
            String length = text.substring(slash + 1);
            return LENGTH.matcher(length).matches() && Integer.parseInt(length) <= start.length * Byte.SIZE
                    ? Optional.of(new Network(start, Integer.parseInt(length)))
                    : Optional.empty();
        });
    }

    /** Empty if the text is not an address, such as a host name. An IPv4-mapped IPv6 address counts as IPv4. */
    public static Optional<InetAddress> address(String text) {
        if (!V4.matcher(text).matches() && !V6.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException notAnAddress) {
            return Optional.empty();
        }
    }

    public boolean contains(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != start.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit += Byte.SIZE) {
            int mask = bits - bit >= Byte.SIZE ? 0xff : 0xff << Byte.SIZE - (bits - bit) & 0xff;
            if (((bytes[bit / Byte.SIZE] ^ start[bit / Byte.SIZE]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }
}
