package dev.tidings.channels.smpp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.channels.Dialer;
import dev.tidings.channels.TestTls;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.Address;
import dev.tidings.core.delivery.AddressKind;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.InvalidSettingException;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Receipt;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.testkit.Await;
import dev.tidings.testkit.SteppedClock;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.SubmitSm;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SmppProviderTest {
    private static final String TO = "+491510000001";

    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-11-16T12:00:00Z"));
    private SmppSimulator far;

    @BeforeEach
    void open() throws IOException {
        far = new SmppSimulator(clock, Map.of("systemType", "notify"));
    }

    @AfterEach
    void close() {
        far.provider().close();
        far.close();
    }

    private void reopen(String setting, String value) throws IOException {
        close();
        far = new SmppSimulator(clock, Map.of(setting, value));
    }

    private Outcome send(String to, String text, Instant expiresAt) {
        Delivery delivery = new Delivery(
                new UserKey("acme", "ada"),
                UuidV7.of(1_764_000_000_000L, 1, 1),
                new Address(AddressKind.PHONE, to),
                new Message.Sms(text),
                Priority.NORMAL,
                expiresAt,
                1);
        try {
            return far.provider().deliver(delivery).get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("expected an outcome", e);
        }
    }

    private Outcome send(String text) {
        return send(TO, text, null);
    }

    /** Accounts are created by tenants, who must not be able to probe our own network. */
    @Test
    void privateNetwork_isNotConnectedTo() throws IOException {
        close();
        PublicAddresses internet =
                new PublicAddresses(false, name -> new InetAddress[] {InetAddress.getLoopbackAddress()});
        far = new SmppSimulator(clock, Map.of("host", "smpp.example.com"), null, internet);
        assertThat(brief(send("Hello"))).isEqualTo("Rejected private_address");
        assertThat(brief(send("Hello"))).as("within the pause").isEqualTo("Rejected private_address");
        assertThat(far.submits).isEmpty();
    }

    /** The class and code of an outcome, such as {@code Retry throttled}. */
    private static String brief(Outcome outcome) {
        if (outcome instanceof Outcome.Retry retry) {
            return "Retry " + retry.code();
        }
        if (outcome instanceof Outcome.Rejected rejected) {
            return "Rejected " + rejected.code();
        }
        return outcome instanceof Outcome.Unregistered gone
                ? "Unregistered " + gone.code()
                : outcome.getClass().getSimpleName();
    }

    @Test
    void submit_hasItsFields() {
        assertThat(send(TO, "Hi", clock.instant().plus(Duration.ofHours(26)))).isInstanceOf(Outcome.Accepted.class);
        SubmitSm submit = far.submits.get(0);
        assertThat(submit.getSourceAddrTon()).isEqualTo((byte) 5);
        assertThat(submit.getSourceAddrNpi()).isEqualTo((byte) 0);
        assertThat(submit.getSourceAddr()).isEqualTo("Tidings");
        assertThat(submit.getDestAddrTon()).isEqualTo((byte) 1);
        assertThat(submit.getDestAddrNpi()).isEqualTo((byte) 1);
        assertThat(submit.getDestAddress()).isEqualTo("491510000001");
        assertThat(submit.getEsmClass()).isZero();
        assertThat(submit.getDataCoding()).isZero();
        assertThat(submit.getRegisteredDelivery()).isEqualTo((byte) 1);
        assertThat(submit.getValidityPeriod()).isEqualTo("000001020000000R");
        assertThat(submit.getShortMessage()).containsExactly('H', 'i');
        assertThat(far.centre.binds.get(0).getSystemId()).isEqualTo("tidings");
        assertThat(far.centre.binds.get(0).getPassword()).isEqualTo("secret");
        assertThat(far.centre.binds.get(0).getSystemType()).isEqualTo("notify");
    }

    @Test
    void longText_isSentInSegments() {
        assertThat(send("z".repeat(200))).isInstanceOf(Outcome.Accepted.class);
        assertThat(send("z".repeat(200))).isInstanceOf(Outcome.Accepted.class);
        byte mark = far.submits.get(0).getShortMessage()[3];
        for (int i = 0; i < 4; i++) {
            SubmitSm submit = far.submits.get(i);
            assertThat(submit.isUdhi()).isTrue();
            assertThat(submit.getShortMessage()).startsWith(5, 0, 3, mark, 2, i % 2 + 1);
            assertThat(submit.getRegisteredDelivery()).isEqualTo((byte) (i % 2));
        }
    }

    @Test
    void longText_isSentAsPayloadIfConfigured() throws IOException {
        reopen("payload", "true");
        assertThat(send("z".repeat(200))).isInstanceOf(Outcome.Accepted.class);
        assertThat(far.submits).hasSize(1);
        assertThat(far.submits.get(0).getShortMessage()).isNullOrEmpty();
        assertThat(far.received()).extracting(r -> r.message()).containsExactly(new Message.Sms("z".repeat(200)));
    }

    @Test
    void partialFailure_isUnclear() {
        far.statusByNumber.put(1, SMPPConstant.STAT_ESME_RTHROTTLED);
        assertThat(brief(send("z".repeat(400)))).as("a part is accepted").isEqualTo("Unclear");
        assertThat(far.submits).hasSize(2);
    }

    @Test
    void tooLong() {
        assertThat(brief(send("z".repeat(1_531)))).isEqualTo("Rejected too_long");
        assertThat(far.submits).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "+", "491510000001", "+0151000000", "+49 151", "+4915100000011234", "+49151000000\u0000"})
    void invalidNumber_isRejected(String address) {
        assertThat(brief(send(address, "Hi", null))).isEqualTo("Rejected invalid_address");
        assertThat(far.submits).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0x01, Rejected too_long",
        "0x04, Retry unavailable",
        "0x08, Retry unavailable",
        "0x0A, Rejected invalid_source",
        "0x0B, Unregistered unknown_number",
        "0x14, Retry throttled",
        "0x45, Retry unavailable",
        "0x58, Retry throttled",
        "0x62, Rejected refused",
        "0x64, Retry unavailable",
        "0x65, Rejected refused",
        "0x66, Rejected refused",
        "0xFF, Retry unavailable",
        "0x101, Rejected refused",
        "0x4FF, Retry unavailable",
    })
    void status_mapsToOutcome(String status, String outcome) {
        far.statusByNumber.put(0, Integer.decode(status));
        assertThat(brief(send("Hi"))).isEqualTo(outcome);
        assertThat(brief(send("Hi"))).isEqualTo("Accepted");
        assertThat(far.centre.binds).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "0x0D, Retry credentials",
        "0x0E, Retry credentials",
        "0x0F, Retry credentials",
        "0x05, Retry unavailable",
        "0x58, Retry throttled"
    })
    void failedBind_backsOffExponentially(String status, String outcome) {
        far.centre.bindStatus = Integer.decode(status);
        assertThat(brief(send("Hi"))).isEqualTo(outcome);
        assertThat(far.provider().problem()).isPresent();
        for (int seconds = 1; seconds < 200; seconds *= 2) {
            int binds = far.centre.binds.size();
            int pause = Math.min(seconds, 60);
            clock.advance(Duration.ofSeconds(pause).minusMillis(1));
            assertThat(send("Hi"))
                    .isInstanceOfSatisfying(
                            Outcome.Retry.class,
                            retry -> assertThat(retry.after()).isEqualTo(Duration.ofMillis(1)));
            assertThat(far.centre.binds).hasSize(binds);
            clock.advance(Duration.ofMillis(1));
            assertThat(brief(send("Hi"))).isEqualTo(outcome);
            assertThat(far.centre.binds).hasSize(binds + 1);
        }
        far.centre.bindStatus = SMPPConstant.STAT_ESME_ROK;
        clock.advance(Duration.ofMinutes(1));
        assertThat(brief(send("Hi"))).isEqualTo("Accepted");
        assertThat(far.provider().problem()).isEmpty();
    }

    /** The pause takes seconds, however the clock is set meanwhile. */
    @Test
    void failedBind_doesNotWaitForAClockSetBack() {
        far.centre.bindStatus = SMPPConstant.STAT_ESME_RBINDFAIL;
        assertThat(brief(send("Hi"))).isEqualTo("Retry credentials");
        far.centre.bindStatus = SMPPConstant.STAT_ESME_ROK;
        clock.stepBack(Duration.ofHours(1));
        assertThat(brief(send("Hi"))).isEqualTo("Accepted");
    }

    @ParameterizedTest
    @CsvSource({
        "DELIVRD, DELIVERED",
        "EXPIRED, FAILED",
        "DELETED, FAILED",
        "UNDELIV, FAILED",
        "REJECTD, FAILED",
    })
    void receipt_isParsed(String word, Receipt.State state) throws Exception {
        Outcome.Accepted accepted = (Outcome.Accepted) send("Hi");
        far.centre.bound.get(0).deliver(4, text(accepted.providerMessageId(), word));
        assertThat(far.receipts.poll(60, TimeUnit.SECONDS))
                .isEqualTo(new Receipt(accepted.providerMessageId(), state, "007", word));
    }

    private static String text(String id, String word) {
        return "id:" + id + " sub:001 dlvrd:001 submit date:2611161200 done date:2611161201 stat:" + word
                + " err:007 text:Hi";
    }

    @Test
    void receiptInOptionalParameters_isParsed() throws Exception {
        send("Hi");
        far.centre
                .bound
                .get(0)
                .deliver(
                        4,
                        "",
                        new OptionalParameter.Receipted_message_id("abc"),
                        new OptionalParameter.Message_state((byte) 2));
        assertThat(far.receipts.poll(60, TimeUnit.SECONDS))
                .isEqualTo(new Receipt("abc", Receipt.State.DELIVERED, null, null));
    }

    /** Acknowledged, or it would be redelivered; the next one proves that they had no effect. */
    @Test
    void irrelevantMessage_isAcknowledgedAndIgnored() throws Exception {
        send("Hi");
        MessageCentre.Esme esme = far.centre.bound.get(0);
        for (String text :
                List.of("", "hello", "id: stat:", "stat:DELIVRD", text("a", "ENROUTE"), text("a", "WHATEVER"))) {
            esme.deliver(4, text);
        }
        esme.deliver(0, text("b", "DELIVRD"));
        esme.deliver(4, text("c", "DELIVRD"));
        assertThat(far.receipts.poll(60, TimeUnit.SECONDS).providerMessageId()).isEqualTo("c");
        assertThat(far.receipts).isEmpty();
    }

    /** Without anything to send: receipts wait at the message centre. */
    @Test
    void lostSession_isRebound() throws Exception {
        send("Hi");
        far.centre.bound.get(0).drop();
        Await.until(() -> far.centre.bound.size() == 2);
        assertThat(brief(send("Hi"))).isEqualTo("Accepted");
        far.centre.bound.get(1).deliver(4, text("c", "DELIVRD"));
        assertThat(far.receipts.poll(60, TimeUnit.SECONDS).providerMessageId()).isEqualTo("c");
    }

    /** A failure before the last bind no longer counts, even if the clock is set back into its pause. */
    @Test
    void lostSession_isReboundAlsoIfTheClockIsSetBack() {
        far.centre.bindStatus = SMPPConstant.STAT_ESME_RBINDFAIL;
        assertThat(brief(send("Hi"))).isEqualTo("Retry credentials");
        far.centre.bindStatus = SMPPConstant.STAT_ESME_ROK;
        clock.advance(Duration.ofSeconds(1));
        assertThat(brief(send("Hi"))).isEqualTo("Accepted");
        clock.stepBack(Duration.ofMillis(500));
        far.centre.bound.get(0).drop();
        Await.until(() -> far.centre.bound.size() == 2);
        assertThat(brief(send("Hi"))).isEqualTo("Accepted");
    }

    @Test
    void lostSession_isReboundAfterAnInternalError() throws IOException {
        close();
        AtomicBoolean mistaken = new AtomicBoolean();
        PublicAddresses addresses = new PublicAddresses(true, host -> {
            if (mistaken.get()) {
                throw new IllegalStateException("a mistake");
            }
            return InetAddress.getAllByName(host);
        });
        far = new SmppSimulator(clock, Map.of(), null, addresses);
        send("Hi");
        mistaken.set(true);
        far.centre.bound.get(0).drop();
        Await.until(() -> far.provider().problem().isPresent());
        assertThat(brief(send("Hi"))).isEqualTo("Retry unreachable");
        mistaken.set(false);
        clock.advance(Duration.ofSeconds(1));
        Await.until(() -> far.provider().problem().isEmpty());
        assertThat(far.centre.bound).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({"localhost, Accepted", "127.0.0.1, Retry unreachable"})
    void tls_verifiesTheHostName(String host, String outcome, @TempDir Path folder) throws Exception {
        close();
        TestTls tls = TestTls.make(folder);
        far = new SmppSimulator(clock, Map.of("host", host, "tls", "true", Dialer.CERTIFICATE, tls.certificate()), tls);
        assertThat(brief(send("Hi"))).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({
        "host, two words",
        "port, 0",
        "tls, maybe",
        "systemId, 1234567890123456",
        "password, 123456789",
        "systemType, 1234567890123",
        "source, a name that is too long",
        "source, Grüße",
        "sourceTon, 7",
        "sourceNpi, 2",
        "window, 0",
        "payload, maybe"
    })
    void invalidSetting_isRejected(String setting, String value) {
        assertThatThrownBy(() -> new SmppSimulator(clock, Map.of(setting, value)))
                .isInstanceOfSatisfying(
                        InvalidSettingException.class,
                        e -> assertThat(e.setting()).isEqualTo(setting));
    }
}
