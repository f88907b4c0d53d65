package dev.tidings.channels.smtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind.ProviderContext;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmtpProviderTest {
    private ScriptedMailServer server;

    @BeforeEach
    void open() throws IOException {
        server = new ScriptedMailServer(null);
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void consecutiveMails_shareAConnection() {
        try (Provider provider = Mails.open(server.port(), Map.of())) {
            for (int i = 0; i < 5; i++) {
                assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Accepted");
            }
            server.answer("RCPT", "550 5.7.1 no");
            assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Rejected policy");
        }
        assertThat(server.accepted).hasValue(1);
        assertThat(server.commands).contains("RSET");
    }

    /** A server may close idle connections; the next mail must not fail for that. */
    @Test
    void closedIdleConnection_isReplaced() {
        try (Provider provider = Mails.open(server.port(), Map.of())) {
            assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Accepted");
            server.dropConnections();
            assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Accepted");
        }
        assertThat(server.mails).hasSize(2);
        assertThat(server.accepted).hasValue(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GREETING", "EHLO", "MAIL", "RCPT", "DATA"})
    void timeoutBeforeTheDot_isARetry(String command) {
        server.answer(command, ScriptedMailServer.HANG);
        ProviderContext impatient = new ProviderContext(Mails.NOON, Duration.ofSeconds(2), receipt -> {});
        try (Provider provider = Mails.open(server.port(), impatient)) {
            assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Retry timeout");
        }
        assertThat(server.mails).isEmpty();
    }

    /** Accounts are created by tenants, who must not be able to probe our own network. */
    @Test
    void privateNetwork_isNotConnectedTo() {
        PublicAddresses internet =
                new PublicAddresses(false, name -> new InetAddress[] {InetAddress.getLoopbackAddress()});
        try (Provider provider = Mails.open(internet, server.port(), Map.of("host", "mail.example.com"))) {
            assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Rejected private_address");
        }
        assertThatThrownBy(() -> Mails.open(internet, server.port(), Map.of("host", "127.0.0.1")))
                .isInstanceOfSatisfying(
                        InvalidSettingException.class,
                        invalid -> assertThat(invalid.setting()).isEqualTo("host"));
        assertThat(server.accepted).hasValue(0);
    }

    @Test
    void invalidMail_isRejectedWithoutAConnection() {
        try (Provider provider = Mails.open(server.port(), Map.of())) {
            assertThat(Mails.brief(Mails.send(provider, "a@b>\r\nDATA", Mails.HELLO)))
                    .isEqualTo("Rejected invalid_address");
            Message.Email injected = new Message.Email("a\r\nBcc: b@example.org", "text", null, null);
            assertThat(Mails.brief(Mails.send(provider, Mails.TO, injected))).isEqualTo("Rejected invalid_message");
        }
        assertThat(server.commands).isEmpty();
    }

    @Test
    void mailAboveTheServersLimit_isRejected() {
        server.answer("EHLO", "250-here\r\n250 SIZE 2000");
        try (Provider provider = Mails.open(server.port(), Map.of())) {
            Message.Email large = new Message.Email("large", "x".repeat(5_000), null, null);
            assertThat(Mails.brief(Mails.send(provider, Mails.TO, large))).isEqualTo("Rejected too_large");
            assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Accepted");
        }
    }

    @Test
    void bounceAddress_isTheEnvelopeSender() {
        try (Provider provider =
                Mails.open(server.port(), Map.of("bounces", "bounces@example.org", "helo", "out.example.org"))) {
            Mails.send(provider);
        }
        assertThat(server.mails).extracting(ScriptedMailServer.Mail::from).containsExactly("bounces@example.org");
        assertThat(server.commands).contains("EHLO out.example.org");
    }
}
