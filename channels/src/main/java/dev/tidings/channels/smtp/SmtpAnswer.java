package dev.tidings.channels.smtp;

import dev.tidings.core.deliver.Outcome;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a server said to a command.
 *
 * @param code the three digits; -1 if there were none, or nothing came at all
 * @param text what followed, without an address
 */
record SmtpAnswer(int code, Optional<EnhancedStatus> status, String text) {
    /** SMTP has no word for how long to stay away; most who limit what comes in count by the minute. */
    private static final Duration PAUSE = Duration.ofMinutes(1);

    /** What was said before. It decides whom an answer is about. */
    enum Command {
        MAIL,
        RCPT,
        DATA,
        /** The dot that ends a mail: from here on it is theirs, unless they say otherwise. */
        DOT
    }

    /** @param address what must not be in the text */
    static SmtpAnswer of(int code, String response, String address) {
        String said = response != null && response.length() > 4 ? response.substring(4) : "";
        return new SmtpAnswer(code, EnhancedStatus.of(said), Redacted.text(said, address));
    }

    boolean positive() {
        return code >= 200 && code < 400;
    }

    /** Whether the server closes the connection with this. */
    boolean lastWord() {
        return code == 421 || code < 200;
    }

    /** What an answer means that was not the one hoped for. */
    Outcome refusal(Command command) {
        if (code >= 400 && code < 500) {
            return later();
        }
        if (code >= 500 && code < 600) {
            return never(command);
        }
        String text = "an answer to " + command + " that makes no sense";
        return command == Command.DOT ? new Outcome.Unclear("garbage", text) : new Outcome.Retry("garbage", text);
    }

    private Outcome later() {
        return status.filter(EnhancedStatus::throttled).isPresent()
                ? new Outcome.Retry(PAUSE, "throttled", said())
                : new Outcome.Retry("unavailable", said());
    }

    private Outcome never(Command command) {
        if (code == 530 || code == 534 || code == 535 || code == 538 || has(EnhancedStatus::credentials)) {
            // About us, and not about this mail: another provider may do better, and later so may this one.
            return new Outcome.Retry("credentials", said());
        }
        if (code == 421 || code == 502 || code == 503) {
            return new Outcome.Retry("unavailable", said());
        }
        if (unknownMailbox(command)) {
            return new Outcome.Unregistered("unknown_mailbox", said());
        }
        if (has(EnhancedStatus::mailboxFull)) {
            return new Outcome.Rejected("mailbox_full", said());
        }
        if (code == 552 || has(EnhancedStatus::tooLarge)) {
            return new Outcome.Rejected("too_large", said());
        }
        return new Outcome.Rejected(has(EnhancedStatus::policy) ? "policy" : "refused", said());
    }

    /**
     * Where there is an enhanced status, it decides: a 550 can also be the answer to what looks like spam, and nobody is to lose an
     * address for that. Where there is none, a 550 is believed only if the address is what was asked about.
     */
    private boolean unknownMailbox(Command command) {
        return status.map(EnhancedStatus::nobodyThere)
                        .orElse(command == Command.RCPT && (code == 550 || code == 551 || code == 553))
                && command != Command.MAIL;
    }

    private boolean has(Predicate<EnhancedStatus> what) {
        return status.filter(what).isPresent();
    }

    private String said() {
        return "the server said " + code + (text.isEmpty() ? "" : " " + text);
    }
}
