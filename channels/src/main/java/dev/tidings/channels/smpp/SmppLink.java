package dev.tidings.channels.smpp;

import dev.tidings.channels.BlockingAttempts;
import dev.tidings.channels.PrivateHostException;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.ProviderKind.ProviderContext;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jsmpp.SynchronizedPDUSender;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.session.SMPPSession;
import org.jsmpp.session.connection.Connection;
import org.jsmpp.session.connection.socket.SocketConnection;

/**
 * Keeps one session bound, from the first message on, and rebinds it when it is lost, because receipts may arrive at any time. Failed
 * binds are retried with exponential backoff; during a pause, deliveries get a retry at once.
 */
final class SmppLink implements AutoCloseable {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration MAX_PAUSE = Duration.ofMinutes(1);
    private static final int ENQUIRE_MILLIS = 30_000;

    private final SmppAccount account;
    private final ProviderContext context;
    private final BlockingAttempts tries;
    private final AtomicBoolean rebinding = new AtomicBoolean();
    private volatile BoundSession current;
    private volatile Outcome.Failure lastFailure;
    private volatile boolean closed;
    private Duration pause = FIRST_PAUSE;
    private Duration lastPause = Duration.ZERO;
    private Instant notBefore = Instant.MIN;

    SmppLink(SmppAccount account, ProviderContext context, BlockingAttempts tries) {
        this.account = account;
        this.context = context;
        this.tries = tries;
    }

    /** The bound session; binds one if there is none. Never more than one: message centres limit the number of sessions. */
    synchronized BoundSession bound() throws NotBoundException {
        BoundSession session = current;
        if (session != null && session.alive()) {
            return session;
        }
        if (closed) {
            throw new NotBoundException(new Outcome.Retry("closed", "the provider is closed"));
        }
        Duration left = left();
        if (!left.isZero()) {
            throw new NotBoundException(
                    lastFailure instanceof Outcome.Retry retry
                            ? new Outcome.Retry(left, retry.code(), retry.text())
                            : lastFailure);
        }
        try {
            BoundSession fresh = bind();
            current = fresh;
            succeeded();
            if (closed) {
                // The concurrent close saw the previous session.
                fresh.close();
            }
            return fresh;
        } catch (IOException | RuntimeException e) {
            // Nothing was sent, whatever the failure; without a pause it would be retried in a tight loop.
            Outcome.Failure failure = notBound(e);
            failed(failure);
            throw new NotBoundException(failure);
        }
    }

    private void succeeded() {
        lastFailure = null;
        pause = FIRST_PAUSE;
        // Reset, so that a clock that is set back does not return into a pause that is over.
        lastPause = Duration.ZERO;
        notBefore = Instant.MIN;
    }

    private void failed(Outcome.Failure failure) {
        lastFailure = failure;
        lastPause = pause;
        notBefore = context.clock().instant().plus(pause);
        pause = pause.multipliedBy(2).compareTo(MAX_PAUSE) < 0 ? pause.multipliedBy(2) : MAX_PAUSE;
    }

    private BoundSession bind() throws IOException {
        long millis = context.timeout().toMillis();
        SMPPSession session = new SMPPSession(new SynchronizedPDUSender(), new PduReader(), (host, port) -> connect());
        session.setEnquireLinkTimer(ENQUIRE_MILLIS);
        session.setTransactionTimer(millis);
        session.setMessageReceiverListener(new SmppReceipts(context.receipts()));
        BoundSession bound = new BoundSession(session, this::rebindLater);
        session.addSessionStateListener(bound);
        session.connectAndBind(account.host(), account.port(), account.bind(), millis);
        bound.opened();
        return bound;
    }

    private Connection connect() throws IOException {
        Socket socket = new Socket();
        try {
            socket.setSoTimeout((int) context.timeout().toMillis());
            account.dialer().connect(socket, context.timeout());
            return new SocketConnection(account.tls() ? account.dialer().secure(socket) : socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static Outcome.Failure notBound(Exception failure) {
        if (failure.getCause() instanceof NegativeResponseException refused
                && SmppStatus.refusal(refused.getCommandStatus()) instanceof Outcome.Retry retry) {
            return retry;
        }
        if (failure instanceof PrivateHostException) {
            return new Outcome.Rejected(PrivateHostException.CODE, failure.getMessage());
        }
        return new Outcome.Retry(
                "unreachable",
                "no session with the message centre: " + failure.getClass().getSimpleName());
    }

    private void rebindLater() {
        if (!closed && rebinding.compareAndSet(false, true)) {
            tries.schedule(Duration.ZERO, this::rebind);
        }
    }

    private void rebind() {
        try {
            bound();
            rebinding.set(false);
            // Lost again before the flag was cleared: no other thread would rebind.
            if (!closed && !current.alive()) {
                rebindLater();
            }
        } catch (NotBoundException e) {
            tries.schedule(left(), this::rebind);
        }
    }

    /** The rest of the pause. More than the whole pause means that the clock was set back; then there is no wait. */
    private synchronized Duration left() {
        Duration left = Duration.between(context.clock().instant(), notBefore);
        return left.isNegative() || left.compareTo(lastPause) > 0 ? Duration.ZERO : left;
    }

    Optional<String> problem() {
        Outcome.Failure failure = lastFailure;
        return failure == null ? Optional.empty() : Optional.of(failure.text());
    }

    /** Prevents new sessions. */
    void closing() {
        closed = true;
    }

    @Override
    public void close() {
        closed = true;
        BoundSession session = current;
        if (session != null) {
            session.close();
        }
    }
}
