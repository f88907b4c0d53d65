package dev.tidings.core.deliver;

import dev.tidings.core.model.Channel;
import java.util.List;
import java.util.Optional;

/**
 * That a message is more than its channel takes, whoever carries it. Said where something is entered; providers have their own limits
 * as well, and look once more.
 *
 * @param size how large it is
 * @param expected how large it may be
 */
public record TooLarge(String size, String expected) {
    /** Those on which there is such a limit. Mails and webhooks are as long as requests and templates can make them. */
    public static final List<Channel> CHANNELS = List.of(Channel.PUSH, Channel.SMS);

    private static final String PUSH = "at most " + PushSize.MOST
            + " bytes for push, of title, body, data and deepLink together as JSON (" + PushSize.WRAPPED
            + " as push services count them)";
    private static final String SMS = "at most " + Segments.MOST
            + " segments for sms, of 153 characters each if all are in the alphabet of GSM (GSM-7), otherwise of 67 (UCS-2)";

    /** Empty if it is not. Mostly without counting. */
    public static Optional<TooLarge> of(Message message) {
        if (message instanceof Message.Push push) {
            return PushSize.surelyFits(push) ? Optional.empty() : push(PushSize.of(push));
        }
        if (message instanceof Message.Sms sms) {
            return Segments.surelyFit(sms.text().length()) ? Optional.empty() : sms(Segments.of(sms.text()));
        }
        return Optional.empty();
    }

    private static Optional<TooLarge> push(int bytes) {
        return bytes <= PushSize.MOST ? Optional.empty() : Optional.of(new TooLarge(bytes + " bytes", PUSH));
    }

    private static Optional<TooLarge> sms(Segments segments) {
        return segments.tooMany()
                ? Optional.of(new TooLarge(segments.count() + " segments in " + segments.encoding(), SMS))
                : Optional.empty();
    }
}
