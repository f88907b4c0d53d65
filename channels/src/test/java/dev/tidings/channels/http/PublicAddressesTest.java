package dev.tidings.channels.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicAddressesTest {
    private static final URI URL = URI.create("https://hooks.example.org/in");

    /** Answers each lookup with the next of these. */
    private static PublicAddresses guard(boolean allowPrivate, String... answers) {
        Deque<String> left = new ArrayDeque<>(List.of(answers));
        return new PublicAddresses(allowPrivate, host -> {
            assertThat(host).isEqualTo("hooks.example.org");
            return addresses(left.removeFirst());
        });
    }

    private static InetAddress[] addresses(String literals) throws UnknownHostException {
        String[] each = literals.split(" ");
        InetAddress[] addresses = new InetAddress[each.length];
        for (int i = 0; i < each.length; i++) {
            addresses[i] = InetAddress.getByName(each[i]);
        }
        return addresses;
    }

    @Test
    void publicName_isPinnedToItsAddress() throws UnknownHostException {
        InetSocketAddress pinned = guard(false, "8.8.4.4 8.8.8.8").resolve(URL);
        assertThat(pinned.getAddress().getHostAddress()).isEqualTo("8.8.4.4");
        assertThat(pinned.getPort()).isEqualTo(443);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "10.1.2.3", "::1", "fd00::1", "169.254.169.254", "8.8.8.8 10.0.0.1"})
    void nameWithAPrivateAddress_isRefused(String answer) {
        assertRefused(guard(false, answer), URL.toString(), "private_address");
    }

    /** DNS rebinding: public at the check, private a moment later. The checked address is used. */
    @Test
    void dnsRebinding_isPrevented() throws UnknownHostException {
        PublicAddresses guard = guard(false, "8.8.8.8", "127.0.0.1");
        assertThat(guard.resolve(URL).getAddress().getHostAddress()).isEqualTo("8.8.8.8");
        assertRefused(guard, URL.toString(), "private_address");
    }

    @ParameterizedTest
    @CsvSource({
        "https://user:pw@hooks.example.org/, bad_url",
        "https://user@hooks.example.org/, bad_url",
        "ftp://hooks.example.org/, bad_url",
        "file:///etc/passwd, bad_url",
        "/in, bad_url",
        "https:in, bad_url",
        "https://hooks_example_org/, bad_url",
        "https://hooks.example.org:0/, bad_url",
        "https://hooks.example.org:65536/, bad_url",
        "https://hooks.example.org:22/, refused_port",
        "https://hooks.example.org:25/, refused_port",
        "http://hooks.example.org:1023/, refused_port",
    })
    void invalidUrl_isRefused(String url, String code) {
        assertRefused(guard(false), url, code);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://h.org",
                "HTTPS://h.org/",
                "http://h.org:443/x",
                "https://h.org:1024/",
                "https://h.org:65535/"
            })
    void validUrl_isPermitted(String url) {
        guard(false).check(URI.create(url));
    }

    @Test
    void addressLiterals_areChecked() {
        PublicAddresses real = new PublicAddresses(false);
        for (String url : new String[] {
            "http://127.0.0.1/",
            "http://[::1]/",
            "http://[::ffff:127.0.0.1]/",
            "http://2130706433/",
            "http://localhost/"
        }) {
            assertRefused(real, url, "private_address");
        }
    }

    /** Without a DNS lookup: there is no resolver. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "192.168.0.1",
                "169.254.169.254",
                "0.0.0.0",
                "999.1.1.1",
                "[::1]",
                "::1",
                "[fd00::1]",
                "[::ffff:127.0.0.1]",
                "[::g]",
                "localhost",
                "LOCALHOST",
                "localhost.",
                "a.localhost",
                "127.1",
                "2130706433",
                "0x7f000001",
                "0x7f.1",
                "a.0x7f"
            })
    void privateHost_isRefusedWhenEntered(String host) {
        PublicAddresses internet = new PublicAddresses(false, name -> {
            throw new AssertionError("no lookup expected");
        });
        assertThat(internet.permits(host)).isFalse();
        assertThat(new PublicAddresses(true).permits(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "example.com",
                "example.com.",
                "8.8.8.8",
                "[2606:4700::1111]",
                "1password.com",
                "localhost.example.com",
                "x1"
            })
    void otherHost_isPermittedWhenEntered(String host) {
        PublicAddresses internet = new PublicAddresses(false, name -> {
            throw new AssertionError("no lookup expected");
        });
        assertThat(internet.permits(host)).isTrue();
    }

    @Test
    void allowPrivate_permitsAllAddresses() throws UnknownHostException {
        assertThat(guard(true, "127.0.0.1").resolve(URL).getAddress().isLoopbackAddress())
                .isTrue();
        guard(true).check(URI.create("http://hooks.example.org:25/"));
        assertRefused(guard(true), "http://hooks.example.org:0/", "bad_url");
    }

    @Test
    void nameWithoutAddresses_isUnknown() {
        PublicAddresses guard = new PublicAddresses(false, host -> new InetAddress[0]);
        assertThatThrownBy(() -> guard.resolve(URL)).isInstanceOf(UnknownHostException.class);
    }

    private static void assertRefused(PublicAddresses guard, String url, String code) {
        assertThatThrownBy(() -> guard.resolve(URI.create(url)))
                .as(url)
                .isInstanceOfSatisfying(RefusedAddressException.class, e -> {
                    assertThat(e.code()).isEqualTo(code);
                    Arrays.stream(new String[] {"hooks", "127"})
                            .forEach(part -> assertThat(e.getMessage()).doesNotContain(part));
                });
    }
}
