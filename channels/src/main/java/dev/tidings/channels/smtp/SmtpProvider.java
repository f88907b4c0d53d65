package dev.tidings.channels.smtp;

import dev.tidings.channels.Attempt;
import dev.tidings.channels.BlockingAttempts;
import dev.tidings.channels.InFlightDeliveries;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind.ProviderContext;
import dev.tidings.core.delivery.ReceiptReader;
import jakarta.mail.Session;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Sends mails to the server of one SMTP account, over a bounded pool of reusable connections. */
final class SmtpProvider implements Provider {
    private final SmtpAccount account;
    private final Duration timeout;
    private final MailWriter writer;
    private final Session session;
    private final InFlightDeliveries inFlight = new InFlightDeliveries();
    private final BlockingAttempts tries;
    private final IdleConnections idle;

    SmtpProvider(SmtpAccount account, ProviderContext context) {
        this.account = account;
        timeout = context.timeout();
        writer = new MailWriter(account, context.clock());
        session = Session.getInstance(account.properties());
        tries = new BlockingAttempts("smtp " + account.host(), account.connections(), timeout);
        idle = new IdleConnections(tries);
    }

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        return inFlight.start(() -> tries.start(attempt -> attempt(attempt, delivery)));
    }

    private Outcome attempt(Attempt attempt, Delivery delivery) {
        try {
            String to = MailAddressCheck.checked(delivery.address().value());
            return send(attempt, to, writer.write(delivery, to), writer.id(delivery));
        } catch (UnsendableException e) {
            return new Outcome.Rejected(e.code(), e.getMessage());
        }
    }

    private Outcome send(Attempt attempt, String to, byte[] mail, String id) {
        while (!attempt.isOver()) {
            SmtpConnection connection = idle.take().orElse(null);
            if (connection == null) {
                connection = new SmtpConnection(account, session);
                Optional<Outcome> failure = connection.open(attempt, timeout);
                if (failure.isPresent()) {
                    return failure.get();
                }
            }
            Optional<Outcome> outcome = connection.send(attempt, to, mail, id);
            attempt.onAbort(() -> {});
            if (connection.usable()) {
                idle.keep(connection);
            }
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        return new Outcome.Retry("timeout", "timed out before the message was handed over");
    }

    @Override
    public Optional<ReceiptReader> receipts() {
        return Optional.ofNullable(account.receiptSecret()).map(BounceReader::new);
    }

    @Override
    public Optional<String> problem() {
        return inFlight.problem();
    }

    @Override
    public void close() {
        inFlight.close(timeout);
        tries.close();
        idle.close();
    }
}
