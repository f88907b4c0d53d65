package dev.tidings.channels.smpp;

import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.SmsSegments;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jsmpp.InvalidResponseException;
import org.jsmpp.PDUException;
import org.jsmpp.bean.DataCoding;
import org.jsmpp.bean.ESMClass;
import org.jsmpp.bean.NumberingPlanIndicator;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.bean.RawDataCoding;
import org.jsmpp.bean.RegisteredDelivery;
import org.jsmpp.bean.SMSCDeliveryReceipt;
import org.jsmpp.bean.TypeOfNumber;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.extra.ResponseTimeoutException;
import org.jsmpp.session.SMPPSession;

/**
 * Builds the SMPP submits (submit_sm) of a delivery: one for each segment, or a single one with message_payload if the account asks
 * for it.
 */
final class Submissions {
    private static final DataCoding GSM = new RawDataCoding((byte) 0);
    private static final DataCoding UCS2 = new RawDataCoding((byte) 8);
    private static final int UDH_INDICATOR = 0x40;
    private static final Duration MAX_VALIDITY = Duration.ofDays(7);

    private final SmppAccount account;
    private final InstantSource clock;

    Submissions(SmppAccount account, InstantSource clock) {
        this.account = account;
        this.clock = clock;
    }

    List<BoundSession.Submit> of(Delivery delivery, SmsSegments segments) {
        int count = segments.count();
        if (count == 1) {
            return List.of(single(delivery, segments, segments.parts().get(0)));
        }
        if (account.payload()) {
            OptionalParameter payload = new OptionalParameter.Message_payload(payloadOf(segments));
            return List.of(single(delivery, segments, new byte[0], payload));
        }
        List<BoundSession.Submit> submits = new ArrayList<>();
        byte reference = (byte) delivery.dedupeKey().hashCode();
        for (int i = 0; i < count; i++) {
            byte[] bytes = withHeader(reference, count, i + 1, segments.parts().get(i));
            // A delivery has one message id and one receipt: those of its last segment.
            boolean receipt = i == count - 1;
            submits.add(session -> send(session, delivery, segments, UDH_INDICATOR, receipt, bytes));
        }
        return submits;
    }

    private BoundSession.Submit single(
            Delivery delivery, SmsSegments segments, byte[] bytes, OptionalParameter... parameters) {
        return session -> send(session, delivery, segments, 0, true, bytes, parameters);
    }

    private static byte[] payloadOf(SmsSegments segments) {
        byte[] payload =
                new byte[segments.parts().stream().mapToInt(part -> part.length).sum()];
        int at = 0;
        for (byte[] part : segments.parts()) {
            System.arraycopy(part, 0, payload, at, part.length);
            at += part.length;
        }
        return payload;
    }

    /** The user data header by which a phone reassembles the segments (3GPP TS 23.040): reference number, count and index. */
    private static byte[] withHeader(byte reference, int count, int number, byte[] part) {
        byte[] bytes = new byte[6 + part.length];
        byte[] header = {5, 0, 3, reference, (byte) count, (byte) number};
        System.arraycopy(header, 0, bytes, 0, header.length);
        System.arraycopy(part, 0, bytes, header.length, part.length);
        return bytes;
    }

    private String send(
            SMPPSession session,
            Delivery delivery,
            SmsSegments segments,
            int esmClass,
            boolean receipt,
            byte[] bytes,
            OptionalParameter... parameters)
            throws PDUException, ResponseTimeoutException, InvalidResponseException, NegativeResponseException,
                    IOException {
        String id = session.submitShortMessage(
                        "",
                        account.source().ton(),
                        account.source().npi(),
                        account.source().address(),
                        TypeOfNumber.INTERNATIONAL,
                        NumberingPlanIndicator.ISDN,
                        delivery.address().value().substring(1),
                        new ESMClass(esmClass),
                        (byte) 0,
                        (byte) 0,
                        null,
                        validity(delivery),
                        new RegisteredDelivery(
                                receipt ? SMSCDeliveryReceipt.SUCCESS_FAILURE : SMSCDeliveryReceipt.DEFAULT),
                        (byte) 0,
                        segments.gsm() ? GSM : UCS2,
                        (byte) 0,
                        bytes,
                        parameters)
                .getMessageId();
        // Accepted without an id: it counts as accepted, but no receipt will match it.
        return id == null || id.isBlank() ? delivery.dedupeKey() : id;
    }

    /** The remaining lifetime in the format of the protocol; null leaves it to the message centre. */
    private String validity(Delivery delivery) {
        if (delivery.expiresAt() == null) {
            return null;
        }
        Duration left = Duration.between(clock.instant(), delivery.expiresAt());
        if (left.compareTo(MAX_VALIDITY) > 0) {
            return null;
        }
        Duration validity = left.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : left;
        return String.format(
                Locale.ROOT,
                "0000%02d%02d%02d%02d000R",
                validity.toDays(),
                validity.toHoursPart(),
                validity.toMinutesPart(),
                validity.toSecondsPart());
    }
}
