package dev.tidings.channels.smpp;

import dev.tidings.core.deliver.Delivery;
import dev.tidings.core.deliver.Segments;
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

/** Makes of a delivery what is submitted: one message for each segment, or one for all if the account says so. */
final class Submissions {
    private static final DataCoding GSM = new RawDataCoding((byte) 0);
    private static final DataCoding UCS2 = new RawDataCoding((byte) 8);
    private static final int HAS_HEADER = 0x40;
    private static final Duration LONGEST_VALIDITY = Duration.ofDays(7);

    private final SmppAccount account;
    private final InstantSource clock;

    Submissions(SmppAccount account, InstantSource clock) {
        this.account = account;
        this.clock = clock;
    }

    List<BoundSession.Submit> of(Delivery delivery, Segments segments) {
        int count = segments.count();
        if (count == 1) {
            return List.of(single(delivery, segments, segments.parts().get(0)));
        }
        if (account.payload()) {
            OptionalParameter payload = new OptionalParameter.Message_payload(whole(segments));
            return List.of(single(delivery, segments, new byte[0], payload));
        }
        List<BoundSession.Submit> submits = new ArrayList<>();
        byte mark = (byte) delivery.dedupeKey().hashCode();
        for (int i = 0; i < count; i++) {
            byte[] bytes = withHeader(mark, count, i + 1, segments.parts().get(i));
            // One delivery has one name and one receipt: those of the segment that completes it.
            boolean receipt = i == count - 1;
            submits.add(session -> send(session, delivery, segments, HAS_HEADER, receipt, bytes));
        }
        return submits;
    }

    private BoundSession.Submit single(
            Delivery delivery, Segments segments, byte[] bytes, OptionalParameter... parameters) {
        return session -> send(session, delivery, segments, 0, true, bytes, parameters);
    }

    private static byte[] whole(Segments segments) {
        byte[] whole =
                new byte[segments.parts().stream().mapToInt(part -> part.length).sum()];
        int at = 0;
        for (byte[] part : segments.parts()) {
            System.arraycopy(part, 0, whole, at, part.length);
            at += part.length;
        }
        return whole;
    }

    /** By which a phone puts the segments together (3GPP TS 23.040): which text, how many, and which of them this is. */
    private static byte[] withHeader(byte mark, int count, int number, byte[] part) {
        byte[] bytes = new byte[6 + part.length];
        byte[] header = {5, 0, 3, mark, (byte) count, (byte) number};
        System.arraycopy(header, 0, bytes, 0, header.length);
        System.arraycopy(part, 0, bytes, header.length, part.length);
        return bytes;
    }

    private String send(
            SMPPSession session,
            Delivery delivery,
            Segments segments,
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
        // A yes without a name is still a yes; then no receipt will find it.
        return id == null || id.isBlank() ? delivery.dedupeKey() : id;
    }

    /** How much longer anybody wants it, as the protocol writes it; null leaves it to the message centre. */
    private String validity(Delivery delivery) {
        if (delivery.expiresAt() == null) {
            return null;
        }
        Duration left = Duration.between(clock.instant(), delivery.expiresAt());
        if (left.compareTo(LONGEST_VALIDITY) > 0) {
            return null;
        }
        Duration said = left.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : left;
        return String.format(
                Locale.ROOT,
                "0000%02d%02d%02d%02d000R",
                said.toDays(),
                said.toHoursPart(),
                said.toMinutesPart(),
                said.toSecondsPart());
    }
}
