package dev.tidings.channels.smtp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.delivery.Message;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailWriterTest {
    private final MailWriter writer = writer(Map.of());

    private static MailWriter writer(Map<String, String> more) {
        return new MailWriter(Mails.account(more), Mails.NOON);
    }

    private String written(Message.Email email) throws UnsendableException {
        return new String(writer.write(Mails.delivery(Mails.TO, email), Mails.TO), US_ASCII);
    }

    /** Compared byte by byte, so that the format does not change unintentionally. */
    @Test
    void textAndHtml_isMultipart() throws UnsendableException {
        String mail = written(
                new Message.Email("Grüße, Ada", "Hällo\nAda = you", "<p>Hällo</p>", "https://example.org/u/1?t=a_b"));
        String key = Mails.delivery(Mails.TO, Mails.HELLO).dedupeKey();
        assertThat(mail.replace("\r\n", "\n")).doesNotContain("\r").isEqualTo("""
            Date: Mon, 16 Nov 2026 12:00:00 +0000
            From: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?= <news@example.org>
            To: ada@example.com
            Message-ID: <KEY@example.org>
            Subject: =?UTF-8?B?R3LDvMOfZSwgQWRh?=
            Auto-Submitted: auto-generated
            List-Unsubscribe: <https://example.org/u/1?t=a_b>
            List-Unsubscribe-Post: List-Unsubscribe=One-Click
            MIME-Version: 1.0
            Content-Type: multipart/alternative;
            \tboundary="=_KEY"

            --=_KEY
            Content-Type: text/plain; charset=UTF-8
            Content-Transfer-Encoding: quoted-printable

            H=C3=A4llo
            Ada =3D you
            --=_KEY
            Content-Type: text/html; charset=UTF-8
            Content-Transfer-Encoding: quoted-printable

            <p>H=C3=A4llo</p>
            --=_KEY--
            """.replace("KEY", key));
    }

    @Test
    void textAlone_isSinglePart() throws UnsendableException {
        assertThat(written(Mails.HELLO))
                .contains("Content-Type: text/plain; charset=UTF-8\r\n")
                .endsWith("\r\n\r\nHello, Ada")
                .doesNotContain("multipart", "List-Unsubscribe");
    }

    @Test
    void replyTo_isTheAccounts() throws UnsendableException {
        byte[] mail = writer(Map.of("replyTo", "Help <help@example.org>"))
                .write(Mails.delivery(Mails.TO, Mails.HELLO), Mails.TO);
        assertThat(ReadMail.of(mail).header("Reply-To")).isEqualTo("Help <help@example.org>");
    }

    /** RFC 8058 is for https; receivers reject the header with any other URL. */
    @Test
    void oneClickUnsubscribe_onlyOverHttps() throws UnsendableException {
        assertThat(written(new Message.Email("s", "t", null, "http://localhost/u")))
                .contains("List-Unsubscribe: <http://localhost/u>")
                .doesNotContain("One-Click");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\nBcc: all@example.org", "a\r\nBcc: b", "a\rb", "\n", "a\u0000b", "a\u0085b"})
    void subjectWithLineBreak_isRejected(String subject) {
        refused(new Message.Email(subject, "text", null, null), "invalid_message");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.org/\r\nBcc: b@example.org",
                "https://example.org/ b",
                "https://example.org/><mailto:b",
                "javascript:alert(1)",
                "https://example.org/ä",
                ""
            })
    void invalidUnsubscribeUrl_isRejected(String url) {
        refused(new Message.Email("subject", "text", null, url), "invalid_message");
    }

    @Test
    void lines_areWithinTheLimit() throws UnsendableException {
        for (String subject : new String[] {"y".repeat(5_000), "a b ".repeat(2_000) + "c", "ä".repeat(3_000)}) {
            String mail = written(new Message.Email(subject, "z".repeat(5_000), "ж".repeat(5_000), null));
            assertThat(mail.lines()).allMatch(line -> line.length() <= 998);
            assertThat(ReadMail.of(mail.getBytes(US_ASCII)).subject()).isEqualTo(subject);
        }
    }

    /** Text that looks encoded is not decoded, and no space is lost. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "=?UTF-8?Q?a?=",
                " a ",
                "a  b",
                "",
                " ",
                "100 % = all?",
                "x\uD83D\uDE00, and so on, and so on, and so on, and \uD83D\uDE00\uD83D\uDE00\uD83D\uDE00"
            })
    void subject_isReadAsWritten(String subject) throws UnsendableException {
        byte[] mail = written(new Message.Email(subject, "text", null, null)).getBytes(US_ASCII);
        assertThat(ReadMail.of(mail).subject()).isEqualTo(subject);
    }

    @Test
    void tooLargeMail_isRejected() {
        MailWriter small = writer(Map.of("maxBytes", "2000"));
        Message.Email large = new Message.Email("subject", "x".repeat(2_000), null, null);
        assertThatThrownBy(() -> small.write(Mails.delivery(Mails.TO, large), Mails.TO))
                .isInstanceOfSatisfying(
                        UnsendableException.class, e -> assertThat(e.code()).isEqualTo("too_large"));
    }

    private void refused(Message.Email email, String code) {
        assertThatThrownBy(() -> written(email))
                .isInstanceOfSatisfying(
                        UnsendableException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
}
