package dev.tidings.channels.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import jakarta.mail.internet.MimeMessage;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Interoperability with an independent mail server that requires authentication. */
class GreenMailTest {
    private final GreenMail greenMail = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));

    @BeforeEach
    void start() {
        greenMail.setUser(Mails.TO, "ada", "secret");
        greenMail.getUserManager().setAuthRequired(true);
        greenMail.start();
    }

    @AfterEach
    void stop() {
        greenMail.stop();
    }

    private Provider open(String password) {
        return Mails.open(
                greenMail.getSmtp().getPort(), Map.of("host", "127.0.0.1", "user", "ada", "password", password));
    }

    @Test
    void mail_isReadAsWritten() {
        Message.Email email = new Message.Email(
                "Grüße, \uD83D\uDE00", ".\nHällo\n..", "<p>Hällo</p>", "https://example.org/u/1?t=a_b");
        try (Provider provider = open("secret")) {
            Outcome.Accepted accepted = (Outcome.Accepted) Mails.send(provider, Mails.TO, email);
            MimeMessage[] mails = greenMail.getReceivedMessages();
            assertThat(mails).hasSize(1);
            ReadMail read = ReadMail.of(mails[0]);
            assertThat(new Message.Email(read.subject(), read.text(), read.html(), read.unsubscribe()))
                    .isEqualTo(email);
            assertThat(read.header("Message-ID")).isEqualTo("<" + accepted.providerMessageId() + ">");
            assertThat(read.header("Return-Path")).isEqualTo("<news@example.org>");
            assertThat(read.header("List-Unsubscribe-Post")).isEqualTo("List-Unsubscribe=One-Click");
        }
    }

    @Test
    void wrongPassword_isARetry() {
        try (Provider provider = open("guess")) {
            assertThat(Mails.brief(Mails.send(provider))).isEqualTo("Retry credentials");
            assertThat(greenMail.getReceivedMessages()).isEmpty();
        }
    }
}
