package dev.tidings.channels.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the first and last address of each range, and their neighbours outside. */
class AddressRangesTest {
    private static boolean isPublic(String literal) throws UnknownHostException {
        return AddressRanges.isPublic(InetAddress.getByName(literal).getAddress());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.255.255.255",
                "10.0.0.0",
                "10.255.255.255",
                "100.64.0.0",
                "100.100.100.200",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.255.255",
                "168.63.129.16",
                "169.254.0.1",
                "169.254.169.254",
                "172.16.0.0",
                "172.31.255.255",
                "192.0.0.192",
                "192.0.2.1",
                "192.88.99.1",
                "192.168.0.1",
                "192.168.255.255",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.7",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::127.0.0.1",
                "::8.8.8.8",
                "64:ff9b::10.0.0.1",
                "64:ff9b::169.254.169.254",
                "64:ff9b:1::8.8.8.8",
                "100::1",
                "2001::1",
                "2001:0:4136:e378:8000:63bf:3fff:fdd2",
                "2001:10::1",
                "2001:db8::1",
                "2002:7f00:1::1",
                "2002:a00:1::",
                "2002:a9fe:a9fe::1",
                "2002:c0a8:1::1",
                "3fff::1",
                "4000::1",
                "fc00::1",
                "fd00:ec2::254",
                "fdff:ffff::1",
                "fe80::1",
                "febf::1",
                "fec0::1",
                "ff02::1",
                // Other notations, which the JDK accepts as well.
                "2130706433",
                "127.1",
            })
    void nonPublicAddress_isDetected(String address) throws UnknownHostException {
        assertThat(isPublic(address)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.0.0.0",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.1",
                "168.63.129.17",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "64:ff9b::8.8.8.8",
                "2001:200::1",
                "2002:808:808::1",
                "2606:4700::1111",
                "2a00:1450::1",
                "3ffe::1",
            })
    void publicAddress_isDetected(String address) throws UnknownHostException {
        assertThat(isPublic(address)).isTrue();
    }

    /** The JDK turns these into IPv4 addresses, but another resolver might not. */
    @Test
    void mappedIpv4Address_isClassifiedAsIpv4() {
        byte[] mapped = new byte[16];
        mapped[10] = mapped[11] = (byte) 0xff;
        mapped[12] = 10;
        assertThat(AddressRanges.isPublic(mapped)).isFalse();
        mapped[12] = 11;
        assertThat(AddressRanges.isPublic(mapped)).isTrue();
    }
}
