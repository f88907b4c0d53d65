package dev.tidings.channels.smtp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.regex.Pattern;
import org.eclipse.angus.mail.util.QPEncoderStream;

/**
 * Writes the mail of a delivery. Each attempt has the same bytes except for the date, so that receivers can drop duplicates by
 * Message-ID or content.
 *
 * <p>Not built with the library's MimeMessage, which supports any form of mail and searches the class path a dozen times for each.
 * Ours have two forms.
 */
final class MailWriter {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, d MMM yyyy HH:mm:ss Z", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final Pattern BREAK = Pattern.compile("\r\n|\r|\n");
    private static final Pattern URL = Pattern.compile("https?://[!-;=?-~]{1,900}");
    private static final String END = "\r\n";

    private final SmtpAccount account;
    private final InstantSource clock;

    MailWriter(SmtpAccount account, InstantSource clock) {
        this.account = account;
        this.clock = clock;
    }

    /** The Message-ID of a delivery's mail, which bounces refer to. */
    String id(Delivery delivery) {
        String from = account.from().getAddress();
        return delivery.dedupeKey() + from.substring(from.lastIndexOf('@'));
    }

    /** The mail as sent over the wire, without the terminating dot. */
    byte[] write(Delivery delivery, String to) throws UnsendableException {
        Message.Email email = (Message.Email) delivery.message();
        ByteArrayOutputStream mail = new ByteArrayOutputStream();
        header(mail, "Date", DATE.format(clock.instant()));
        header(mail, "From", account.from().toString());
        if (account.replyTo() != null) {
            header(mail, "Reply-To", account.replyTo().toString());
        }
        header(mail, "To", to);
        header(mail, "Message-ID", "<" + id(delivery) + ">");
        header(mail, "Subject", subject(email.subject()));
        // Suppresses automatic replies (RFC 3834).
        header(mail, "Auto-Submitted", "auto-generated");
        if (email.unsubscribe() != null) {
            unsubscribe(mail, email.unsubscribe());
        }
        header(mail, "MIME-Version", "1.0");
        if (email.html() == null) {
            part(mail, "plain", email.text());
        } else {
            alternatives(mail, email, delivery.dedupeKey());
        }
        if (mail.size() > account.maxBytes()) {
            throw new UnsendableException(
                    "too_large", "got " + mail.size() + " bytes, expected at most " + account.maxBytes());
        }
        return mail.toByteArray();
    }

    private static void header(ByteArrayOutputStream mail, String name, String value) {
        mail.writeBytes((name + ": " + value + END).getBytes(US_ASCII));
    }

    private static String subject(String subject) throws UnsendableException {
        if (subject.chars().anyMatch(Character::isISOControl)) {
            throw new UnsendableException(
                    "invalid_message", "expected a subject of one line, without control characters");
        }
        return SubjectHeader.of(subject);
    }

    /** One-click unsubscribe (RFC 8058), which is for https only. */
    private static void unsubscribe(ByteArrayOutputStream mail, String url) throws UnsendableException {
        if (!URL.matcher(url).matches()) {
            throw new UnsendableException("invalid_message", "expected a URL to unsubscribe at, in ASCII");
        }
        header(mail, "List-Unsubscribe", "<" + url + ">");
        if (url.startsWith("https:")) {
            header(mail, "List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
        }
    }

    /** The last alternative is the preferred one. The boundary can't occur in an encoded part: "=_" is invalid in both encodings. */
    private static void alternatives(ByteArrayOutputStream mail, Message.Email email, String key) {
        String boundary = "=_" + key;
        header(mail, "Content-Type", "multipart/alternative;" + END + "\tboundary=\"" + boundary + "\"");
        mail.writeBytes((END + "--" + boundary + END).getBytes(US_ASCII));
        part(mail, "plain", email.text());
        mail.writeBytes((END + "--" + boundary + END).getBytes(US_ASCII));
        part(mail, "html", email.html());
        mail.writeBytes((END + "--" + boundary + "--" + END).getBytes(US_ASCII));
    }

    /** Always encoded, so that no line is too long and no relay can change line ends. */
    private static void part(ByteArrayOutputStream mail, String subtype, String text) {
        String lines = BREAK.matcher(text).replaceAll(END);
        boolean mostlyAscii = lines.chars().filter(c -> c < 128).count() * 2 >= lines.length();
        header(mail, "Content-Type", "text/" + subtype + "; charset=UTF-8");
        header(mail, "Content-Transfer-Encoding", mostlyAscii ? "quoted-printable" : "base64");
        mail.writeBytes(END.getBytes(US_ASCII));
        byte[] bytes = lines.getBytes(UTF_8);
        if (mostlyAscii) {
            quotedPrintable(mail, bytes);
        } else {
            mail.writeBytes(Base64.getMimeEncoder().encode(bytes));
        }
    }

    // The target is in memory, and has nothing to close.
    @SuppressWarnings("resource")
    private static void quotedPrintable(ByteArrayOutputStream mail, byte[] bytes) {
        try {
            OutputStream encoder = new QPEncoderStream(mail);
            encoder.write(bytes);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("a mail in memory could not be written", e);
        }
    }
}
