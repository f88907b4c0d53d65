package dev.tidings.channels.smpp;

import dev.tidings.core.deliver.Outcome;
import java.time.Duration;
import java.util.Locale;
import org.jsmpp.SMPPConstant;

/** What the number in an answer means, if it is not yes. In none of these cases was anything taken. */
final class SmppStatus {
    /** SMPP has no word for how long to stay away. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private SmppStatus() {}

    static Outcome refusal(int status) {
        String text = "the message centre said 0x" + Integer.toHexString(status).toUpperCase(Locale.ROOT);
        return switch (status) {
            case SMPPConstant.STAT_ESME_RTHROTTLED, SMPPConstant.STAT_ESME_RMSGQFUL ->
                new Outcome.Retry(PAUSE, "throttled", text);
            case SMPPConstant.STAT_ESME_RBINDFAIL,
                    SMPPConstant.STAT_ESME_RINVPASWD,
                    SMPPConstant.STAT_ESME_RINVSYSID,
                    SMPPConstant.STAT_ESME_RINVSYSTYP -> new Outcome.Retry("credentials", text);
            // A number that looks right was sent, or none is: that the centre can't route it will be so tomorrow as
            // well. Like a
            // mailbox that nobody has, it is not worth another notification.
            case SMPPConstant.STAT_ESME_RINVDSTADR -> new Outcome.Unregistered("unknown_number", text);
            case SMPPConstant.STAT_ESME_RINVSRCADR,
                    SMPPConstant.STAT_ESME_RINVSRCTON,
                    SMPPConstant.STAT_ESME_RINVSRCNPI -> new Outcome.Rejected("invalid_source", text);
            case SMPPConstant.STAT_ESME_RINVMSGLEN -> new Outcome.Rejected("too_long", text);
            case SMPPConstant.STAT_ESME_RINVDSTTON,
                    SMPPConstant.STAT_ESME_RINVDSTNPI,
                    SMPPConstant.STAT_ESME_RINVESMCLASS,
                    SMPPConstant.STAT_ESME_RINVDCS,
                    SMPPConstant.STAT_ESME_RINVEXPIRY,
                    SMPPConstant.STAT_ESME_RINVREGDLVFLG,
                    SMPPConstant.STAT_ESME_RINVSERTYP,
                    SMPPConstant.STAT_ESME_RTLVNOTALLWD,
                    SMPPConstant.STAT_ESME_RPROHIBITED,
                    SMPPConstant.STAT_ESME_RX_P_APPN,
                    SMPPConstant.STAT_ESME_RX_R_APPN -> new Outcome.Rejected("refused", text);
            // What is left is broken over there, or a number of the company's own, of which nobody can tell whether it
            // is for good.
            default -> new Outcome.Retry("unavailable", text);
        };
    }
}
