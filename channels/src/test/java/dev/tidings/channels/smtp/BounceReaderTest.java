package dev.tidings.channels.smtp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.delivery.Receipt;
import dev.tidings.core.delivery.ReceiptReader.NotAuthenticException;
import dev.tidings.core.delivery.ReceiptReader.ReceiptRequest;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BounceReaderTest {
    private static final String SECRET = "0123456789abcdef";
    private static final String ID = "d9b2d63d-a233-3123-847a-7f0d3bd2ba53@example.org";

    private static final String BOUNCE = """
        From: MAILER-DAEMON@mx.example.com
        To: bounces@example.org
        Subject: Undelivered
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status; boundary="b"

        --b
        Content-Type: text/plain

        Sorry about ada@example.com.
        --b
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.example.com
        Arrival-Date: Mon, 16 Nov 2026 12:00:00 +0000

        Final-Recipient: rfc822; ada@example.com
        Action: failed
        Status: 5.1.1
        Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com>
         no such user

        --b
        Content-Type: message/rfc822

        From: news@example.org
        Message-ID: <%s>
        Subject: Hello

        Hello
        --b--
        """.formatted(ID);

    private final BounceReader reader = new BounceReader(SECRET);

    private List<Receipt> read(String mail) {
        return read(mail.replace("\n", "\r\n").getBytes(US_ASCII), "Bearer " + SECRET);
    }

    private List<Receipt> read(byte[] body, String authorization) {
        return reader.read(
                new ReceiptRequest("https://example.org/receipts", Map.of("authorization", authorization), body));
    }

    @Test
    void unknownMailbox_isUnregistered() {
        assertThat(read(BOUNCE))
                .containsExactly(new Receipt(
                        ID, Receipt.State.UNREGISTERED, "5.1.1", "smtp; 550 5.1.1 [address]  no such user"));
    }

    @ParameterizedTest
    @CsvSource({
        "failed, 5.1.1, UNREGISTERED",
        "failed, 5.1.2, UNREGISTERED",
        "Failed, 5.1.10, UNREGISTERED",
        "failed, 5.1.8, FAILED",
        "failed, 5.2.2, FAILED",
        "failed, 5.7.1, FAILED",
        "failed, 4.4.7, FAILED",
        "failed, nonsense, FAILED",
        "delivered, 2.0.0, DELIVERED",
        "delayed, 4.4.1, ",
        "relayed, 2.0.0, ",
        "expanded, 2.0.0, "
    })
    void actionAndStatus_mapToState(String action, String status, Receipt.State state) {
        List<Receipt> receipts = read(
                BOUNCE.replace("Action: failed", "Action: " + action).replace("Status: 5.1.1", "Status: " + status));
        assertThat(receipts).extracting(Receipt::state).isEqualTo(state == null ? List.of() : List.of(state));
    }

    @Test
    void returnedHeader_isEnough() {
        assertThat(read(BOUNCE.replace("message/rfc822", "text/rfc822-headers")))
                .extracting(Receipt::providerMessageId)
                .containsExactly(ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer ", "Bearer 0123456789abcdeX", "Bearer 0123456789abcdef ", "0123456789abcdef"})
    void wrongSecret_isRefused(String authorization) {
        assertThatThrownBy(() -> read(BOUNCE.getBytes(US_ASCII), authorization))
                .isInstanceOf(NotAuthenticException.class);
    }

    @Test
    void missingSecret_isRefused() {
        assertThatThrownBy(() -> reader.read(new ReceiptRequest("https://example.org/", Map.of(), new byte[0])))
                .isInstanceOf(NotAuthenticException.class);
    }

    @Test
    void malformedReport_isRejected() {
        List<String> senseless = List.of(
                "",
                "\n",
                "{}",
                "Subject: hello\n\nhello",
                "Content-Type: multipart/report; boundary=b\n\nnothing",
                "Content-Type: multipart/report\n\n--b\n\n--b--",
                "Content-Type: multipart/report; boundary=\"\n\n",
                BOUNCE.replace("message/delivery-status", "text/plain"),
                BOUNCE.replace("Message-ID", "X-Message-ID"),
                BOUNCE.replace("Action: failed", "Action: exploded"),
                BOUNCE.replace("Action", "X-Action"),
                "x".repeat(1_000_001));
        for (String mail : senseless) {
            assertThatThrownBy(() -> read(mail))
                    .as(mail.substring(0, Math.min(60, mail.length())))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected")
                    .message()
                    .doesNotContain("ada@example.com");
        }
    }

    /** Corruption at any position leads to a result or an IllegalArgumentException, and nothing else. */
    @Test
    void corruptReport_neverFailsOtherwise() {
        Random random = new Random(7);
        byte[] whole = BOUNCE.replace("\n", "\r\n").getBytes(US_ASCII);
        for (int i = 0; i < 300; i++) {
            byte[] broken = whole.clone();
            for (int j = 0; j <= i % 5; j++) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(read(broken, "Bearer " + SECRET)).hasSizeLessThanOrEqualTo(1);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining("expected");
            }
        }
    }
}
