package dev.tidings.core.delivery;

import dev.tidings.core.model.Channel;
import java.util.List;
import java.util.Optional;

/**
 * A violation of the size limit of push or SMS, whichever provider is used: the actual size and the limit. Checked when a notification is
 * submitted; providers check their own limits too.
 *
 * @param size the actual size
 * @param expected the limit
 */
public record SizeViolation(String size, String expected) {
    /** The channels with such a limit. Emails and webhooks are limited only by the size of requests and templates. */
    public static final List<Channel> CHANNELS = List.of(Channel.PUSH, Channel.SMS);

    private static final String PUSH = "at most " + PushSize.MAX_BYTES
            + " bytes for push, of title, body, data and deepLink together as JSON (" + PushSize.MAX_PAYLOAD_BYTES
            + " as push services count them)";
    private static final String SMS = "at most " + SmsSegments.MAX_SEGMENTS
            + " segments for sms, of 153 characters each if all are in the alphabet of GSM (GSM-7), otherwise of 67"
            + " (UCS-2)";

    /** Empty if the message fits. Mostly decided without counting. */
    public static Optional<SizeViolation> of(Message message) {
        if (message instanceof Message.Push push) {
            return PushSize.alwaysFits(push) ? Optional.empty() : push(PushSize.of(push));
        }
        if (message instanceof Message.Sms sms) {
            return SmsSegments.alwaysFits(sms.text().length()) ? Optional.empty() : sms(SmsSegments.of(sms.text()));
        }
        return Optional.empty();
    }

    private static Optional<SizeViolation> push(int bytes) {
        return bytes <= PushSize.MAX_BYTES ? Optional.empty() : Optional.of(new SizeViolation(bytes + " bytes", PUSH));
    }

    private static Optional<SizeViolation> sms(SmsSegments segments) {
        return segments.exceedsLimit()
                ? Optional.of(new SizeViolation(segments.count() + " segments in " + segments.encoding(), SMS))
                : Optional.empty();
    }
}
