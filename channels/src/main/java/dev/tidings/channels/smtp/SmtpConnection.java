package dev.tidings.channels.smtp;

import dev.tidings.channels.Attempt;
import dev.tidings.channels.PrivateHostException;
import dev.tidings.channels.smtp.SmtpReply.Command;
import dev.tidings.core.delivery.Outcome;
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
 * A connection to a mail server that sends one mail after the other. Angus Mail handles greeting, TLS and authentication; the
 * commands of a mail are sent here, because the meaning of a reply depends on its command.
 */
final class SmtpConnection extends SMTPTransport {
    private final SmtpAccount account;
    private final LimitedSocket socket = new LimitedSocket();
    private boolean usedBefore;

    SmtpConnection(SmtpAccount account, Session session) {
        super(session, new URLName("smtp", account.host(), account.port(), null, account.user(), account.password()));
        this.account = account;
    }

    /** Empty if it is open now; otherwise the failure. */
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
            // The server's text may repeat the credentials.
            return Optional.of(
                    getLastReturnCode() >= 400 && getLastReturnCode() < 500
                            ? new Outcome.Retry(
                                    "unavailable", "authentication failed temporarily: " + getLastReturnCode())
                            : new Outcome.Retry("credentials", "authentication failed: " + getLastReturnCode()));
        } catch (MessagingException | IOException e) {
            abort();
            return Optional.of(notOpened(e));
        }
    }

    private Outcome notOpened(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof PrivateHostException) {
                return new Outcome.Rejected(PrivateHostException.CODE, cause.getMessage());
            }
            if (cause instanceof SSLException) {
                return new Outcome.Retry("tls", "TLS with the server failed: " + cause.getMessage());
            }
        }
        if (failure instanceof IOException || failure.getCause() instanceof IOException) {
            return new Outcome.Retry(
                    "unreachable",
                    "no connection to the server: " + failure.getClass().getSimpleName());
        }
        if (getLastReturnCode() >= 400 && getLastReturnCode() < 500) {
            return SmtpReply.of(getLastReturnCode(), getLastServerResponse(), "")
                    .refusal(Command.MAIL);
        }
        return account.tls() == SmtpAccount.Tls.STARTTLS && getLastReturnCode() == 250
                ? new Outcome.Retry("tls", "the server does not offer STARTTLS")
                : new Outcome.Retry("unavailable", "unexpected greeting of the server: " + getLastReturnCode());
    }

    /** Empty if the server had closed the idle connection, so that nothing was sent. */
    synchronized Optional<Outcome> send(Attempt attempt, String to, byte[] mail, String id) {
        attempt.onAbort(this::abort);
        socket.refill();
        boolean reused = usedBefore;
        usedBefore = true;
        Command command = Command.MAIL;
        try {
            Optional<Outcome> tooLarge = tooLarge(mail);
            if (tooLarge.isPresent()) {
                return tooLarge;
            }
            String size = supportsExtension("SIZE") ? " SIZE=" + mail.length : "";
            SmtpReply answer = exchange("MAIL FROM:<" + account.bounces() + ">" + size, to);
            if (reused && answer.closesConnection()) {
                abort();
                return Optional.empty();
            }
            if (answer.positive()) {
                reused = false;
                command = Command.RCPT;
                answer = exchange("RCPT TO:<" + to + ">", to);
            }
            if (answer.positive()) {
                command = Command.DATA;
                write(mail);
                if (!attempt.commit()) {
                    abort();
                    return Optional.of(new Outcome.Retry("timeout", "timed out before the message was handed over"));
                }
                command = Command.DOT;
                answer = exchange(".", to);
            }
            return Optional.of(
                    command == Command.DOT && answer.positive() ? accepted(answer, id) : refused(answer, command));
        } catch (SMTPSendFailedException e) {
            return Optional.of(refused(SmtpReply.of(e.getReturnCode(), e.getMessage(), to), command));
        } catch (MessagingException | IOException | IllegalStateException e) {
            abort();
            return reused ? Optional.empty() : Optional.of(broken(command));
        }
    }

    private Optional<Outcome> tooLarge(byte[] mail) {
        String maxSize = supportsExtension("SIZE") ? getExtensionParameter("SIZE") : null;
        // 0 means no limit (RFC 1870).
        return maxSize != null && maxSize.matches("[1-9][0-9]{0,17}") && mail.length > Long.parseLong(maxSize)
                ? Optional.of(new Outcome.Rejected("too_large", "the server accepts at most " + maxSize + " bytes"))
                : Optional.empty();
    }

    private SmtpReply exchange(String command, String to) throws MessagingException {
        int code = simpleCommand(command);
        return SmtpReply.of(code, getLastServerResponse(), to);
    }

    private void write(byte[] mail) throws MessagingException, IOException {
        OutputStream content = data();
        content.write(mail);
        if (mail.length < 2 || mail[mail.length - 1] != '\n') {
            content.write(new byte[] {'\r', '\n'});
        }
        content.flush();
    }

    private Outcome accepted(SmtpReply answer, String id) {
        // Identified by our Message-ID, which bounces refer to; the server's own id is in its log.
        return answer.code() < 300 ? new Outcome.Accepted(id) : new Outcome.Unclear("garbage", "malformed answer");
    }

    /** Maps the reply to an outcome, and resets the connection for the next mail if possible. */
    private Outcome refused(SmtpReply answer, Command command) {
        Outcome outcome = answer.code() == -1 ? brokenOrGarbage(answer, command) : answer.refusal(command);
        try {
            // After the dot there is no transaction to reset.
            if (answer.closesConnection() || (command != Command.DOT && simpleCommand("RSET") != 250)) {
                abort();
            }
        } catch (MessagingException | IllegalStateException e) {
            abort();
        }
        return outcome;
    }

    private Outcome brokenOrGarbage(SmtpReply answer, Command command) {
        return "[EOF]".equals(getLastServerResponse()) ? broken(command) : answer.refusal(command);
    }

    private static Outcome broken(Command command) {
        String text = "the connection broke at " + command;
        return command == Command.DOT ? new Outcome.Unclear("dropped", text) : new Outcome.Retry("dropped", text);
    }

    /** Whether another mail can be sent over it. */
    boolean usable() {
        return !socket.isClosed();
    }

    /** Closes at once, from any thread, without QUIT. */
    void abort() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed in any case.
        }
    }

    /** Sends QUIT and closes. */
    void quit() {
        try {
            close();
        } catch (MessagingException e) {
            // The connection was already closed.
        }
        abort();
    }
}
