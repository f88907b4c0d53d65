package dev.tidings.channels.smtp;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayInputStream;
import java.io.IOException;

/** A mail as parsed by a mail client. Absent parts are null. */
record ReadMail(MimeMessage mail, String subject, String text, String html) {

    static ReadMail of(byte[] bytes) {
        try {
            return of(new MimeMessage((Session) null, new ByteArrayInputStream(bytes)));
        } catch (MessagingException e) {
            throw new AssertionError("expected a mail", e);
        }
    }

    static ReadMail of(MimeMessage mail) {
        try {
            if (mail.getContent() instanceof MimeMultipart parts) {
                return new ReadMail(
                        mail,
                        mail.getSubject(),
                        lines(parts.getBodyPart(0).getContent()),
                        lines(parts.getBodyPart(1).getContent()));
            }
            // The line break before the dot belongs to the protocol, not to the text.
            return new ReadMail(
                    mail, mail.getSubject(), lines(mail.getContent()).replaceAll("\n$", ""), null);
        } catch (MessagingException | IOException e) {
            throw new AssertionError("expected a mail", e);
        }
    }

    private static String lines(Object content) {
        return ((String) content).replace("\r\n", "\n");
    }

    String header(String name) {
        try {
            return mail.getHeader(name, null);
        } catch (MessagingException e) {
            throw new AssertionError("expected a mail", e);
        }
    }

    String unsubscribe() {
        String header = header("List-Unsubscribe");
        return header == null ? null : header.replaceAll("^<|>$", "");
    }
}
