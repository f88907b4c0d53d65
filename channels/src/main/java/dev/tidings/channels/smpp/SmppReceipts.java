package dev.tidings.channels.smpp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tidings.core.delivery.Receipt;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsmpp.SMPPConstant;
import org.jsmpp.bean.AlertNotification;
import org.jsmpp.bean.DataSm;
import org.jsmpp.bean.DeliverSm;
import org.jsmpp.bean.MessageType;
import org.jsmpp.bean.OptionalParameter;
import org.jsmpp.extra.ProcessRequestException;
import org.jsmpp.session.DataSmResult;
import org.jsmpp.session.MessageReceiverListener;
import org.jsmpp.session.Session;

/**
 * Parses the delivery receipts of a message centre. Their text format is a convention rather than a standard, so only the needed
 * fields are searched for; optional parameters with the same information take precedence.
 */
final class SmppReceipts implements MessageReceiverListener {
    private static final int MAX_ID = 65;
    private static final Pattern ID = Pattern.compile("\\bid:\\s*(\\S{1,65})");
    private static final Pattern STATE = Pattern.compile("\\bstat:\\s*([A-Za-z]{1,20})");
    private static final Pattern ERROR = Pattern.compile("\\berr:\\s*(\\w{1,20})");

    private final Consumer<Receipt> receipts;

    SmppReceipts(Consumer<Receipt> receipts) {
        this.receipts = receipts;
    }

    @Override
    public void onAcceptDeliverSm(DeliverSm deliver) throws ProcessRequestException {
        if (!MessageType.SMSC_DEL_RECEIPT.containedIn(deliver.getEsmClass())) {
            // A reply by SMS: accepted, so that it is not redelivered, and ignored.
            return;
        }
        Optional<Receipt> receipt = read(deliver);
        try {
            receipt.ifPresent(receipts);
        } catch (RuntimeException e) {
            throw new ProcessRequestException("not now", SMPPConstant.STAT_ESME_RX_T_APPN, e);
        }
    }

    /** Empty if it is irrelevant or malformed: an error response would have no reader. */
    static Optional<Receipt> read(DeliverSm deliver) {
        byte[] bytes = deliver.getShortMessage();
        String text = bytes == null ? "" : new String(bytes, ISO_8859_1);
        Optional<String> id = field(deliver).or(() -> found(ID, text)).filter(one -> one.length() <= MAX_ID);
        Optional<Receipt.State> state = state(deliver, text);
        if (id.isEmpty() || state.isEmpty()) {
            return Optional.empty();
        }
        String code = found(ERROR, text).orElse(null);
        return Optional.of(
                new Receipt(id.get(), state.get(), code, found(STATE, text).orElse(null)));
    }

    private static Optional<String> field(DeliverSm deliver) {
        return Optional.ofNullable(deliver.getOptionalParameter(OptionalParameter.Receipted_message_id.class))
                .map(OptionalParameter.Receipted_message_id::getValueAsString)
                .map(String::strip)
                .filter(value -> !value.isEmpty());
    }

    private static Optional<Receipt.State> state(DeliverSm deliver, String text) {
        OptionalParameter.Message_state field = deliver.getOptionalParameter(OptionalParameter.Message_state.class);
        String state = field == null ? found(STATE, text).orElse("") : Integer.toString(field.getValue());
        return switch (state) {
            case "DELIVRD", "2" -> Optional.of(Receipt.State.DELIVERED);
            // None of these states proves that the number is unassigned: a phone that is off for days expires the
            // same way.
            case "EXPIRED", "DELETED", "UNDELIV", "REJECTD", "3", "4", "5", "8" -> Optional.of(Receipt.State.FAILED);
            default -> Optional.empty();
        };
    }

    private static Optional<String> found(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    @Override
    public void onAcceptAlertNotification(AlertNotification alert) {
        // Reports that a phone is reachable again, which is not used.
    }

    @Override
    public DataSmResult onAcceptDataSm(DataSm data, Session source) throws ProcessRequestException {
        throw new ProcessRequestException("only deliver_sm", SMPPConstant.STAT_ESME_RINVCMDID);
    }
}
