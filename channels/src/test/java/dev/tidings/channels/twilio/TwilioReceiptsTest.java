package dev.tidings.channels.twilio;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.delivery.Receipt;
import dev.tidings.core.delivery.ReceiptReader.NotAuthenticException;
import dev.tidings.core.delivery.ReceiptReader.ReceiptRequest;
import java.net.URLEncoder;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TwilioReceiptsTest {
    private static final String URL = "https://tidings.example.org/receipts/1?account=2";
    private static final String SID = "SM" + "0123456789abcdef".repeat(2);

    private final TwilioReceipts reader = new TwilioReceipts("12345");

    private ReceiptRequest posted(TreeMap<String, String> form) {
        return posted(form, reader.signature(URL, form));
    }

    private static ReceiptRequest posted(Map<String, String> form, String signature) {
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        return new ReceiptRequest(URL, Map.of("x-twilio-signature", signature), body.getBytes(UTF_8));
    }

    private static TreeMap<String, String> form(String status) {
        return new TreeMap<>(Map.of("MessageSid", SID, "MessageStatus", status, "To", "+14155552671"));
    }

    /** The example in Twilio's documentation of its signatures. */
    @Test
    void signature_matchesTheDocumentedExample() {
        TreeMap<String, String> form = new TreeMap<>(Map.of(
                "CallSid", "CA1234567890ABCDE",
                "Caller", "+14158675309",
                "Digits", "1234",
                "From", "+14158675309",
                "To", "+18005551212"));
        assertThat(reader.signature("https://mycompany.com/myapp.php?foo=1&bar=2", form))
                .isEqualTo("RSOYDt4T1cUTdK1PDd93/VVr8B8=");
    }

    @Test
    void delivered() {
        assertThat(reader.read(posted(form("delivered"))))
                .containsExactly(new Receipt(SID, Receipt.State.DELIVERED, null, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"undelivered", "failed"})
    void failed(String status) {
        TreeMap<String, String> form = form(status);
        assertThat(reader.read(posted(form))).containsExactly(new Receipt(SID, Receipt.State.FAILED, null, status));
        form.put("ErrorCode", "30003");
        assertThat(reader.read(posted(form)))
                .containsExactly(new Receipt(
                        SID, Receipt.State.FAILED, "30003", status + ", https://www.twilio.com/docs/errors/30003"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"30005", "30006"})
    void unknownNumber_isUnregistered(String code) {
        TreeMap<String, String> form = form("undelivered");
        form.put("ErrorCode", code);
        assertThat(reader.read(posted(form))).extracting(Receipt::state).containsExactly(Receipt.State.UNREGISTERED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"accepted", "scheduled", "queued", "sending", "sent", "something new"})
    void intermediateStatus_isIgnored(String status) {
        assertThat(reader.read(posted(form(status)))).isEmpty();
    }

    @Test
    void invalidSignature_isRefused() {
        TreeMap<String, String> form = form("delivered");
        String signature = reader.signature(URL, form);
        assertNotAuthentic(posted(form, ""));
        assertNotAuthentic(posted(form, "not base64 &%"));
        assertNotAuthentic(posted(form, new TwilioReceipts("12346").signature(URL, form)));
        assertNotAuthentic(posted(form, reader.signature(URL + "&more=1", form)));
        TreeMap<String, String> changed = new TreeMap<>(form);
        changed.put("MessageStatus", "failed");
        assertNotAuthentic(posted(changed, signature));
        assertNotAuthentic(
                new ReceiptRequest(URL, Map.of(), posted(form, signature).body()));
        assertThat(reader.read(posted(form, signature))).hasSize(1);
    }

    /** An error about the content would tell a stranger that the account exists, and make the server parse anything. */
    @Test
    void unsignedContent_isNotEvenReportedAsMalformed() {
        for (String body : List.of("%", "MessageSid=%zz", "&".repeat(100_000), "", "{}")) {
            for (String signature : List.of("", "A".repeat(28), "RSOYDt4T1cUTdK1PDd93/VVr8B8=")) {
                assertNotAuthentic(
                        new ReceiptRequest(URL, Map.of("x-twilio-signature", signature), body.getBytes(UTF_8)));
            }
        }
    }

    private void assertNotAuthentic(ReceiptRequest posted) {
        assertThatThrownBy(() -> reader.read(posted)).isInstanceOf(NotAuthenticException.class);
    }

    @Test
    void malformedCallback_isRejected() {
        TreeMap<String, String> form = new TreeMap<>(Map.of("SmsSid", SID));
        assertThatThrownBy(() -> reader.read(posted(form)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("MessageSid");
    }
}
