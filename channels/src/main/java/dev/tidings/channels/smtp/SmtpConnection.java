package dev.tidings.channels.smtp;

import dev.tidings.channels.Attempt;
import dev.tidings.channels.PrivateHostException;
import dev.tidings.channels.smtp.SmtpAnswer.Command;
import dev.tidings.core.deliver.Outcome;
import jakarta.mail.AuthenticationFailedException;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.eclipse.angus.mail.smtp.SMTPTransport;

/**
 * A connection to a mail server, over which one mail after the other is handed over. Angus Mail greets, secures and signs in; the
 * few commands of a mail are spoken here, because what an answer means depends on what it answers.
 */
final class SmtpConnection extends SMTPTransport {
    private final SmtpAccount account;
    private final LimitedSocket socket = new LimitedSocket();
    private boolean usedBefore;

    SmtpConnection(SmtpAccount account, Session session) {
        super(session, new URLName("smtp", account.host(), account.port(), null, account.user(), account.password()));
        this.account = account;
    }

    /** Empty if it is open now; otherwise why not. */
    Optional<Outcome> open(Attempt attempt, Duration timeout) {
        attempt.onAbort(this::abort);
        try {
            account.dialer().connect(socket, timeout);
            Socket spoken =
                    account.tls() == SmtpAccount.Tls.TLS ? account.dialer().secure(socket) : socket;
            connect(spoken);
            return Optional.empty();
        } catch (AuthenticationFailedException e) {
            abort();
            // What the server says here may repeat what it was sent.
            return Optional.of(
                    getLastReturnCode() >= 400 && getLastReturnCode() < 500
                            ? new Outcome.Retry("unavailable", "signing in failed for now: " + getLastReturnCode())
                            : new Outcome.Retry(
                                    "credentials", "the server does not let us in: " + getLastReturnCode()));
        } catch (MessagingException | IOException e) {
            abort();
            return Optional.of(notOpened(e));
        }
    }

    private Outcome notOpened(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof PrivateHostException) {
                return new Outcome.Retry(PrivateHostException.CODE, cause.getMessage());
            }
            if (cause instanceof SSLException) {
                return new Outcome.Retry("tls", "no TLS with the server, or not with this one: " + cause.getMessage());
            }
        }
        if (failure instanceof IOException || failure.getCause() instanceof IOException) {
            return new Outcome.Retry(
                    "unreachable",
                    "no connection to the server: " + failure.getClass().getSimpleName());
        }
        if (getLastReturnCode() >= 400 && getLastReturnCode() < 500) {
            return SmtpAnswer.of(getLastReturnCode(), getLastServerResponse(), "")
                    .refusal(Command.MAIL);
        }
        return account.tls() == SmtpAccount.Tls.STARTTLS && getLastReturnCode() == 250
                ? new Outcome.Retry("tls", "the server does not offer STARTTLS")
                : new Outcome.Retry("unavailable", "the server did not greet us as expected: " + getLastReturnCode());
    }

    /** Empty if the server had given up the connection since it was last used, so that nothing was sent. */
    synchronized Optional<Outcome> send(Attempt attempt, String to, byte[] mail, String id) {
        attempt.onAbort(this::abort);
        socket.refill();
        boolean kept = usedBefore;
        usedBefore = true;
        Command command = Command.MAIL;
        try {
            Optional<Outcome> tooLarge = tooLarge(mail);
            if (tooLarge.isPresent()) {
                return tooLarge;
            }
            String size = supportsExtension("SIZE") ? " SIZE=" + mail.length : "";
            SmtpAnswer answer = say("MAIL FROM:<" + account.bounces() + ">" + size, to);
            if (kept && answer.lastWord()) {
                abort();
                return Optional.empty();
            }
            if (answer.positive()) {
                kept = false;
                command = Command.RCPT;
                answer = say("RCPT TO:<" + to + ">", to);
            }
            if (answer.positive()) {
                command = Command.DATA;
                write(mail);
                if (!attempt.commit()) {
                    abort();
                    return Optional.of(new Outcome.Retry("timeout", "no answer in time, before it was handed over"));
                }
                command = Command.DOT;
                answer = say(".", to);
            }
            return Optional.of(
                    command == Command.DOT && answer.positive() ? accepted(answer, id) : refused(answer, command));
        } catch (SMTPSendFailedException e) {
            return Optional.of(refused(SmtpAnswer.of(e.getReturnCode(), e.getMessage(), to), command));
        } catch (MessagingException | IOException | IllegalStateException e) {
            abort();
            return kept ? Optional.empty() : Optional.of(broken(command));
        }
    }

    private Optional<Outcome> tooLarge(byte[] mail) {
        String most = supportsExtension("SIZE") ? getExtensionParameter("SIZE") : null;
        // 0 means that there is no limit (RFC 1870).
        return most != null && most.matches("[1-9][0-9]{0,17}") && mail.length > Long.parseLong(most)
                ? Optional.of(new Outcome.Rejected("too_large", "the server takes no more than " + most + " bytes"))
                : Optional.empty();
    }

    private SmtpAnswer say(String command, String to) throws MessagingException {
        int code = simpleCommand(command);
        return SmtpAnswer.of(code, getLastServerResponse(), to);
    }

    private void write(byte[] mail) throws MessagingException, IOException {
        OutputStream content = data();
        content.write(mail);
        if (mail.length < 2 || mail[mail.length - 1] != '\n') {
            content.write(new byte[] {'\r', '\n'});
        }
        content.flush();
    }

    private Outcome accepted(SmtpAnswer answer, String id) {
        // Known by our name for it, since that is what bounces name; the server's own is in its log.
        return answer.code() < 300
                ? new Outcome.Accepted(id)
                : new Outcome.Unclear("garbage", "an answer that makes no sense");
    }

    /** Says what it means, and makes the connection fit for the next mail if it can be. */
    private Outcome refused(SmtpAnswer answer, Command command) {
        Outcome outcome = answer.code() == -1 ? brokenOrGarbage(answer, command) : answer.refusal(command);
        try {
            // After the dot there is nothing to take back.
            if (answer.lastWord() || (command != Command.DOT && simpleCommand("RSET") != 250)) {
                abort();
            }
        } catch (MessagingException | IllegalStateException e) {
            abort();
        }
        return outcome;
    }

    private Outcome brokenOrGarbage(SmtpAnswer answer, Command command) {
        return "[EOF]".equals(getLastServerResponse()) ? broken(command) : answer.refusal(command);
    }

    private static Outcome broken(Command command) {
        String text = "the connection broke at " + command;
        return command == Command.DOT ? new Outcome.Unclear("dropped", text) : new Outcome.Retry("dropped", text);
    }

    /** Whether another mail can be tried with it. */
    boolean usable() {
        return !socket.isClosed();
    }

    /** From any thread, and at once: no goodbye, and nobody is waited for. */
    void abort() {
        try {
            socket.close();
        } catch (IOException e) {
            // Then it is closed, too.
        }
    }

    /** Says goodbye. */
    void quit() {
        try {
            close();
        } catch (MessagingException e) {
            // It was gone already.
        }
        abort();
    }
}
