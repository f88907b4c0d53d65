package dev.tidings.channels.smtp;

import dev.tidings.core.delivery.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The reply of a mail server to an SMTP command, and the outcome it means for the delivery.
 *
 * @param code the reply code; -1 if it was malformed or missing
 * @param text the rest of the reply, without addresses
 */
record SmtpReply(int code, Optional<EnhancedStatus> status, String text) {
    /** SMTP has no equivalent of Retry-After; most rate limits count per minute. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** The command that was answered. It decides what the reply is about. */
    enum Command {
        MAIL,
        RCPT,
        DATA,
        /** The dot that ends a mail: from here on the server has accepted it, unless it reports otherwise. */
        DOT
    }

    /** @param address to be removed from the text */
    static SmtpReply of(int code, String response, String address) {
        String reply = response != null && response.length() > 4 ? response.substring(4) : "";
        return new SmtpReply(code, EnhancedStatus.of(reply), Redactor.redact(reply, address));
    }

    boolean positive() {
        return code >= 200 && code < 400;
    }

    /** Whether the server closes the connection with this reply. */
    boolean closesConnection() {
        return code == 421 || code < 200;
    }

    /** The outcome of a negative or malformed reply. */
    Outcome refusal(Command command) {
        if (code >= 400 && code < 500) {
            return retry();
        }
        if (code >= 500 && code < 600) {
            return permanent(command);
        }
        String text = "malformed answer to " + command;
        return command == Command.DOT ? new Outcome.Unclear("garbage", text) : new Outcome.Retry("garbage", text);
    }

    private Outcome retry() {
        return status.filter(EnhancedStatus::throttled).isPresent()
                ? new Outcome.Retry(PAUSE, "throttled", reply())
                : new Outcome.Retry("unavailable", reply());
    }

    private Outcome permanent(Command command) {
        if (code == 530 || code == 534 || code == 535 || code == 538 || has(EnhancedStatus::credentials)) {
            // About our account, not about this mail: another provider may succeed, and so may this one later.
            return new Outcome.Retry("credentials", reply());
        }
        if (code == 421 || code == 502 || code == 503) {
            return new Outcome.Retry("unavailable", reply());
        }
        if (unknownMailbox(command)) {
            return new Outcome.Unregistered("unknown_mailbox", reply());
        }
        if (has(EnhancedStatus::mailboxFull)) {
            return new Outcome.Rejected("mailbox_full", reply());
        }
        if (code == 552 || has(EnhancedStatus::tooLarge)) {
            return new Outcome.Rejected("too_large", reply());
        }
        return new Outcome.Rejected(has(EnhancedStatus::policy) ? "policy" : "refused", reply());
    }

    /**
     * The enhanced status decides, if there is one: a 550 may also reject suspected spam, which must not unregister the address.
     * Without it, a 550 counts only as the reply to RCPT.
     */
    private boolean unknownMailbox(Command command) {
        return status.map(EnhancedStatus::unknownMailbox)
                        .orElse(command == Command.RCPT && (code == 550 || code == 551 || code == 553))
                && command != Command.MAIL;
    }

    private boolean has(Predicate<EnhancedStatus> what) {
        return status.filter(what).isPresent();
    }

    private String reply() {
        return "the server answered " + code + (text.isEmpty() ? "" : " " + text);
    }
}
