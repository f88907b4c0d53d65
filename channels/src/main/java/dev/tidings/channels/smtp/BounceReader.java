package dev.tidings.channels.smtp;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tidings.core.delivery.Receipt;
import dev.tidings.core.delivery.ReceiptReader;
import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetHeaders;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads delivery status notifications (RFC 3464), posted as raw mails by the owner of the bounce mailbox, authenticated by the
 * account's secret. Parses only the parts it needs; nothing is unpacked, rendered or fetched.
 */
final class BounceReader implements ReceiptReader {
    private static final int MAX_BYTES = 1_000_000;
    /** Our mails have one recipient; a report about many is not about one of ours. */
    private static final int MAX_RECIPIENTS = 100;

    private static final String EXPECTED = "a mail of the type multipart/report with a part message/delivery-status";

    private final byte[] bearer;

    BounceReader(String secret) {
        bearer = ("Bearer " + secret).getBytes(UTF_8);
    }

    @Override
    public List<Receipt> read(ReceiptRequest posted) {
        String authorization = posted.headers().getOrDefault("authorization", "");
        if (!MessageDigest.isEqual(bearer, authorization.getBytes(UTF_8))) {
            throw new NotAuthenticException("expected the bearer token of this account");
        }
        if (posted.body().length > MAX_BYTES) {
            throw new IllegalArgumentException("got " + posted.body().length + " bytes, expected at most " + MAX_BYTES);
        }
        try {
            return read(posted.body());
        } catch (MessagingException | IOException | ClassCastException e) {
            throw new IllegalArgumentException("expected " + EXPECTED, e);
        }
    }

    private static List<Receipt> read(byte[] body) throws MessagingException, IOException {
        MimeMessage report = new MimeMessage((Session) null, new ByteArrayInputStream(body));
        if (!report.isMimeType("multipart/report")) {
            throw new IllegalArgumentException("got another type of mail, expected " + EXPECTED);
        }
        MimeMultipart parts = new MimeMultipart(report.getDataHandler().getDataSource());
        List<InternetHeaders> recipients = List.of();
        String id = null;
        for (int i = 0; i < parts.getCount(); i++) {
            BodyPart part = parts.getBodyPart(i);
            if (part.isMimeType("message/delivery-status") || part.isMimeType("message/global-delivery-status")) {
                recipients = recipients(part);
            } else if (returned(part)) {
                id = messageId(new InternetHeaders(part.getInputStream()));
            }
        }
        if (recipients.isEmpty()) {
            throw new IllegalArgumentException("got a report without a recipient, expected " + EXPECTED);
        }
        if (id == null) {
            throw new IllegalArgumentException("got no Message-ID, expected the header of the returned mail");
        }
        return receipts(id, recipients);
    }

    /** Whether the part is the returned mail or its header. */
    private static boolean returned(BodyPart part) throws MessagingException {
        return part.isMimeType("message/rfc822")
                || part.isMimeType("message/global")
                || part.isMimeType("text/rfc822-headers")
                || part.isMimeType("message/global-headers");
    }

    private static String messageId(InternetHeaders headers) {
        String id = headers.getHeader("Message-ID", null);
        return id == null ? null : id.strip().replaceAll("^<|>$", "");
    }

    /** The fields of the report, then a group of fields for each recipient, separated by empty lines. */
    private static List<InternetHeaders> recipients(BodyPart part) throws MessagingException, IOException {
        List<InternetHeaders> groups = new ArrayList<>();
        try (InputStream fields = new ByteArrayInputStream(part.getInputStream().readAllBytes())) {
            while (fields.available() > 0 && groups.size() < MAX_RECIPIENTS) {
                InternetHeaders group = new InternetHeaders(fields);
                if (group.getHeader("Action", null) != null) {
                    groups.add(group);
                }
            }
        }
        return groups;
    }

    private static List<Receipt> receipts(String id, List<InternetHeaders> recipients) {
        List<Receipt> receipts = new ArrayList<>();
        for (InternetHeaders recipient : recipients) {
            Optional<EnhancedStatus> status = EnhancedStatus.of(field(recipient, "Status"));
            String action = field(recipient, "Action").toLowerCase(Locale.ROOT);
            Receipt.State state = switch (action) {
                case "delivered" -> Receipt.State.DELIVERED;
                case "failed" ->
                    status.filter(EnhancedStatus::unknownMailbox).isPresent()
                            ? Receipt.State.UNREGISTERED
                            : Receipt.State.FAILED;
                // Still in transit, or beyond the reach of reports.
                case "delayed", "relayed", "expanded" -> null;
                default ->
                    throw new IllegalArgumentException("Action: got '" + Redactor.redact(action)
                            + "', expected failed, delayed, delivered, relayed or expanded");
            };
            if (state != null) {
                String diagnostic = field(recipient, "Diagnostic-Code");
                receipts.add(new Receipt(
                        id,
                        state,
                        status.map(EnhancedStatus::toString).orElse(null),
                        diagnostic.isEmpty() ? null : Redactor.redact(diagnostic)));
            }
        }
        return List.copyOf(receipts);
    }

    private static String field(InternetHeaders group, String name) {
        String value = group.getHeader(name, null);
        return value == null ? "" : value.strip();
    }
}
