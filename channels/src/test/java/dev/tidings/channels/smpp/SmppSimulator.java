package dev.tidings.channels.smpp;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16BE;

import dev.tidings.channels.TestTls;
import dev.tidings.channels.http.PublicAddresses;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind.ProviderContext;
import dev.tidings.core.delivery.ProviderSettings;
import dev.tidings.core.delivery.Receipt;
import dev.tidings.testkit.HeldPort;
import dev.tidings.testkit.delivery.ProviderSimulator;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.SubmitSm;
import org.jsmpp.extra.ProcessRequestException;

/** A simulated message centre for the provider contract, based on jSMPP's server. */
final class SmppSimulator implements ProviderSimulator {
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private final Map<String, Behaviour> scripts = new ConcurrentHashMap<>();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private final Map<String, StringBuilder> parts = new ConcurrentHashMap<>();
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);
    private final Provider provider;
    private HeldPort refused;
    final MessageCentre centre;
    final List<SubmitSm> submits = new CopyOnWriteArrayList<>();
    final BlockingQueue<Receipt> receipts = new LinkedBlockingQueue<>();
    /** Overrides the scripted status, by the number of earlier submits. */
    final Map<Integer, Integer> statusByNumber = new ConcurrentHashMap<>();

    SmppSimulator(InstantSource clock, Map<String, String> more) throws IOException {
        this(clock, more, ANSWER_TIMEOUT);
    }

    SmppSimulator(InstantSource clock, Map<String, String> more, Duration timeout) throws IOException {
        this(clock, more, null, new PublicAddresses(true), timeout);
    }

    SmppSimulator(InstantSource clock, Map<String, String> more, TestTls tls) throws IOException {
        this(clock, more, tls, new PublicAddresses(true));
    }

    SmppSimulator(InstantSource clock, Map<String, String> more, TestTls tls, PublicAddresses addresses)
            throws IOException {
        this(clock, more, tls, addresses, ANSWER_TIMEOUT);
    }

    private SmppSimulator(
            InstantSource clock, Map<String, String> more, TestTls tls, PublicAddresses addresses, Duration timeout)
            throws IOException {
        centre = new MessageCentre(this::submitted, tls);
        SmppKind kind = new SmppKind(addresses);
        Map<String, String> settings = new HashMap<>(Map.of(
                "host", "127.0.0.1",
                "port", "" + centre.port(),
                "systemId", "tidings",
                "password", "secret",
                "source", "Tidings",
                "window", "20"));
        settings.putAll(more);
        provider = kind.open(new ProviderSettings(kind, settings), new ProviderContext(clock, timeout, receipts::add));
    }

    private void submitted(SubmitSm submit, MessageCentre.Esme esme) throws ProcessRequestException {
        String address = "+" + submit.getDestAddress();
        Behaviour behaviour = scripts.getOrDefault(address, Behaviour.ACCEPTS);
        int number = submits.size();
        submits.add(submit);
        understand(address, submit);
        if (statusByNumber.containsKey(number)) {
            throw refusal(statusByNumber.get(number));
        }
        switch (behaviour) {
            case ACCEPTS -> {}
            case REFUSES -> throw refusal(SMPPConstant.STAT_ESME_RX_P_APPN);
            case THROTTLES -> throw refusal(SMPPConstant.STAT_ESME_RTHROTTLED);
            case UNKNOWN_ADDRESS -> throw refusal(SMPPConstant.STAT_ESME_RINVDSTADR);
            case FAILS -> throw refusal(SMPPConstant.STAT_ESME_RSYSERR);
            case HANGS -> await(over);
            case HOLDS -> await(released);
            case GARBAGE -> esme.say(new byte[] {0, 0, 0, 3, '<', 'h', 't', 'm', 'l', '>', 0, 0, 0, 0, 0, 0});
            case DROPS -> esme.drop();
        }
        if (behaviour == Behaviour.GARBAGE || behaviour == Behaviour.DROPS) {
            // No valid answer follows.
            await(over);
        }
    }

    private static ProcessRequestException refusal(int status) {
        return new ProcessRequestException("no", status);
    }

    /** Reassembles segments as a phone does. */
    private void understand(String address, SubmitSm submit) {
        byte[] bytes = submit.getShortMessage();
        OptionalParameter.Message_payload payload =
                submit.getOptionalParameter(OptionalParameter.Message_payload.class);
        if (payload != null) {
            bytes = payload.getValue();
        }
        if (!submit.isUdhi()) {
            received.add(new Received(address, new Message.Sms(text(submit, bytes)), null));
            return;
        }
        StringBuilder whole = parts.computeIfAbsent(address + bytes[3], key -> new StringBuilder());
        whole.append(text(submit, Arrays.copyOfRange(bytes, 6, bytes.length)));
        if (bytes[4] == bytes[5]) {
            parts.remove(address + bytes[3]);
            received.add(new Received(address, new Message.Sms(whole.toString()), null));
        }
    }

    /** GSM characters outside of ASCII are covered by the tests of the encoding. */
    private static String text(SubmitSm submit, byte[] bytes) {
        return new String(bytes, submit.getDataCoding() == 8 ? UTF_16BE : US_ASCII);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Provider provider() {
        return provider;
    }

    @Override
    public void script(String address, Behaviour behaviour) {
        scripts.put(address, behaviour);
    }

    @Override
    public void release() {
        released.countDown();
    }

    @Override
    public void stop() {
        centre.close();
        refused = HeldPort.inPlaceOf(centre.port());
    }

    @Override
    public List<Received> received() {
        return received;
    }

    @Override
    public void close() {
        over.countDown();
        released.countDown();
        centre.close();
        if (refused != null) {
            refused.close();
        }
    }
}
