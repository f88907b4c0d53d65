package dev.tidings.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/8",
                "10",
                "10/8",
                "10.0.0/8",
                "10.0.0.0/",
                "10.0.0.0/33",
                "10.0.0.0/-1",
                "10.0.0.0/+8",
                "10.0.0.0/8/8",
                "10.0.0.256",
                ".:1",
                "999.1.1.1",
                "10.0.0.1 ",
                "localhost",
                "localhost/8",
                "proxy.example",
                "a.b/8",
                ":",
                "::/129",
                "g::",
                "1::2::3",
                "fe80::1%eth0",
                "[::1]",
                "10.0.0.1:80"
            })
    void invalidText_isRejected(String text) {
        assertThat(Network.parse(text)).isEmpty();
    }

    @Property
    void network_containsAddressesWithItsPrefix(
            @ForAll @Size(4) byte[] v4,
            @ForAll @Size(16) byte[] v6,
            @ForAll boolean six,
            @ForAll @IntRange(max = 128) int length,
            @ForAll @IntRange(max = 127) int flipped)
            throws UnknownHostException {
        byte[] address = six ? v6 : v4;
        int all = address.length * Byte.SIZE;
        int bits = Math.min(length, all);
        InetAddress one = InetAddress.getByAddress(address);
        // An IPv4-mapped IPv6 address becomes an IPv4 address.
        if (one.getAddress().length != address.length) {
            return;
        }
        Network network = Network.parse(one.getHostAddress() + "/" + bits).orElseThrow();
        assertThat(network.contains(one)).isTrue();
        int bit = flipped % all;
        byte[] other = new BigInteger(1, address).flipBit(all - 1 - bit).toByteArray();
        byte[] padded = new byte[address.length];
        int from = Math.max(0, other.length - padded.length);
        System.arraycopy(other, from, padded, padded.length - (other.length - from), other.length - from);
        assertThat(network.contains(InetAddress.getByAddress(padded)))
                .as("bit %s of %s/%s", bit, one, bits)
                .isEqualTo(bit >= bits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.1.2.3", "10.1.2.3/32", "::ffff:10.1.2.3"})
    void singleAddress_isANetwork(String text) throws UnknownHostException {
        Network network = Network.parse(text).orElseThrow();
        assertThat(network.contains(InetAddress.getByName("10.1.2.3"))).isTrue();
        assertThat(network.contains(InetAddress.getByName("10.1.2.2"))).isFalse();
        assertThat(network.contains(InetAddress.getByName("::1"))).isFalse();
    }
}
