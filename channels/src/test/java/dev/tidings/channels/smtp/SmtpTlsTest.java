package dev.tidings.channels.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.channels.TestTls;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.Provider;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that no password and no mail goes to an unauthenticated server. */
class SmtpTlsTest {
    private static TestTls tls;
    private static String certificate;

    @BeforeAll
    static void make(@TempDir Path folder) throws Exception {
        tls = TestTls.make(folder);
        certificate = tls.certificate();
    }

    private static Map<String, String> starttls(String more, String value) {
        return Map.of("tls", "starttls", "user", "tidings", "password", "secret", more, value);
    }

    @Test
    void authentication_followsStarttls() throws IOException {
        try (ScriptedMailServer server = new ScriptedMailServer(tls);
                Provider provider = Mails.open(server.port(), starttls("certificate", certificate))) {
            assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Accepted");
            assertThat(server.commands)
                    .containsSubsequence("STARTTLS", "EHLO example.org")
                    .anyMatch(c -> c.startsWith("AUTH"));
        }
    }

    /** A man in the middle could strip it from the server's offer. */
    @Test
    void missingStarttls_isARetry() throws IOException {
        try (ScriptedMailServer server = new ScriptedMailServer(null);
                Provider provider = Mails.open(server.port(), starttls("certificate", certificate))) {
            assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Retry tls");
            assertThat(server.commands).noneMatch(c -> c.startsWith("AUTH") || c.startsWith("MAIL"));
        }
    }

    @Test
    void untrustedCertificate_isARetry() throws IOException {
        try (ScriptedMailServer server = new ScriptedMailServer(tls);
                Provider provider = Mails.open(server.port(), starttls("helo", "localhost"))) {
            assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Retry tls");
            assertThat(server.commands).noneMatch(c -> c.startsWith("AUTH") || c.startsWith("MAIL"));
        }
    }

    @Test
    void certificateForAnotherName_isARetry() throws IOException {
        try (ScriptedMailServer server = new ScriptedMailServer(tls);
                Provider provider = Mails.open(
                        server.port(), Map.of("host", "127.0.0.1", "tls", "starttls", "certificate", certificate))) {
            assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Retry tls");
            assertThat(server.mails).isEmpty();
        }
    }

    /** Connects to the checked address, and verifies the certificate by name. */
    @Test
    void name_isResolvedOnceAndVerified() throws IOException {
        List<String> asked = new ArrayList<>();
        PublicAddresses addresses = new PublicAddresses(true, name -> {
            asked.add(name);
            return new InetAddress[] {InetAddress.getByAddress(new byte[] {127, 0, 0, 1})};
        });
        Map<String, String> settings = Map.of("tls", "starttls", "certificate", certificate);
        try (ScriptedMailServer server = new ScriptedMailServer(tls);
                Provider known = Mails.open(addresses, server.port(), settings);
                Provider unknown = Mails.open(
                        addresses,
                        server.port(),
                        Map.of("host", "mail.invalid", "tls", "starttls", "certificate", certificate))) {
            assertThat(Mails.brief(Mails.send(known))).isEqualTo("Accepted");
            assertThat(Mails.brief(Mails.send(unknown))).isEqualTo("Retry tls");
            assertThat(asked).containsExactly("localhost", "mail.invalid");
        }
    }

    @Test
    void implicitTls_works() throws IOException {
        try (ScriptedMailServer server = new ScriptedMailServer(tls, true);
                Provider provider = Mails.open(server.port(), Map.of("tls", "tls", "certificate", certificate));
                Provider elsewhere = Mails.open(
                        server.port(), Map.of("host", "127.0.0.1", "tls", "tls", "certificate", certificate))) {
            assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Accepted");
            assertThat(Mails.brief(Mails.send(elsewhere))).isEqualTo("Retry tls");
            assertThat(server.mails).hasSize(1);
        }
    }
}
