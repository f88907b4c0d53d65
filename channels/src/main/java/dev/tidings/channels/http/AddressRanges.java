package dev.tidings.channels.http;

import java.util.Arrays;

/**
 * Decides whether an IP address is on the public internet, by IANA's registries of special-purpose addresses. Used by {@link
 * PublicAddresses}.
 */
final class AddressRanges {
    private static final Range[] NOT_PUBLIC_V4 = {
        v4(8, 0), // this network, unspecified
        v4(8, 10), // private
        v4(10, 100, 64), // carrier-grade NAT; a cloud's metadata too
        v4(8, 127), // loopback
        v4(16, 169, 254), // link-local; the metadata of most clouds
        v4(12, 172, 16), // private
        v4(24, 192, 0, 0), // protocol assignments; a cloud's metadata too
        v4(24, 192, 0, 2), // documentation
        v4(24, 192, 88, 99), // relays of 6to4
        v4(16, 192, 168), // private
        v4(15, 198, 18), // benchmarks
        v4(24, 198, 51, 100), // documentation
        v4(24, 203, 0, 113), // documentation
        v4(32, 168, 63, 129, 16), // a cloud's metadata, though the address is a public one
        v4(4, 224), // multicast
        v4(4, 240), // reserved, broadcast
    };
    private static final Range GLOBAL_V6 = v6(3, 0x2000);
    private static final Range[] NOT_PUBLIC_V6 = {
        v6(23, 0x2001), // protocol assignments, and Teredo, in which any IPv4 address can hide
        v6(32, 0x2001, 0x0db8), // documentation
        v6(20, 0x3fff), // documentation
    };
    private static final Range MAPPED = v6(96, 0, 0, 0, 0, 0, 0xffff);
    private static final Range NAT64 = v6(96, 0x64, 0xff9b);
    private static final Range SIX_TO_FOUR = v6(16, 0x2002);

    private AddressRanges() {}

    /** @param address 4 or 16 bytes */
    static boolean isPublic(byte[] address) {
        if (address.length == 4) {
            return Arrays.stream(NOT_PUBLIC_V4).noneMatch(range -> range.contains(address));
        }
        // An address that embeds an IPv4 address is as public as that one.
        if (MAPPED.contains(address) || NAT64.contains(address)) {
            return isPublic(Arrays.copyOfRange(address, 12, 16));
        }
        if (SIX_TO_FOUR.contains(address)) {
            return isPublic(Arrays.copyOfRange(address, 2, 6));
        }
        // All public addresses are in this one range; loopback, link-local, private and multicast ones are not.
        return GLOBAL_V6.contains(address) && Arrays.stream(NOT_PUBLIC_V6).noneMatch(range -> range.contains(address));
    }

    private static Range v4(int bits, int... bytes) {
        byte[] prefix = new byte[4];
        for (int i = 0; i < bytes.length; i++) {
            prefix[i] = (byte) bytes[i];
        }
        return new Range(prefix, bits);
    }

    private static Range v6(int bits, int... groups) {
        byte[] prefix = new byte[16];
        for (int i = 0; i < groups.length; i++) {
            prefix[2 * i] = (byte) (groups[i] >> 8);
            prefix[2 * i + 1] = (byte) groups[i];
        }
        return new Range(prefix, bits);
    }

    /** A prefix of addresses (CIDR). */
    private record Range(byte[] prefix, int bits) {
        boolean contains(byte[] address) {
            for (int i = 0; i < bits; i++) {
                int mask = 0x80 >> (i % 8);
                if ((address[i / 8] & mask) != (prefix[i / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
