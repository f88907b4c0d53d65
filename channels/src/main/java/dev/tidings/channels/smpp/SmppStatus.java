package dev.tidings.channels.smpp;

import dev.tidings.core.delivery.Outcome;
import java.time.Duration;
import java.util.Locale;
import org.jsmpp.SMPPConstant;

/** Maps the command status of a refused SMPP submit or bind to an outcome. The message centre accepted nothing in all of these cases. */
final class SmppStatus {
    /** SMPP has no equivalent of Retry-After. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private SmppStatus() {}

    static Outcome refusal(int status) {
        String text =
                "the message centre answered 0x" + Integer.toHexString(status).toUpperCase(Locale.ROOT);
        return switch (status) {
            case SMPPConstant.STAT_ESME_RTHROTTLED, SMPPConstant.STAT_ESME_RMSGQFUL ->
                new Outcome.Retry(PAUSE, "throttled", text);
            case SMPPConstant.STAT_ESME_RBINDFAIL,
                    SMPPConstant.STAT_ESME_RINVPASWD,
                    SMPPConstant.STAT_ESME_RINVSYSID,
                    SMPPConstant.STAT_ESME_RINVSYSTYP -> new Outcome.Retry("credentials", text);
            // The number is syntactically valid, but the centre can't route it, today or tomorrow. Like an unknown
            // mailbox, it gets no further notifications.
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
            // The rest are faults of the message centre, or codes of its operator, which may be temporary.
            default -> new Outcome.Retry("unavailable", text);
        };
    }
}
