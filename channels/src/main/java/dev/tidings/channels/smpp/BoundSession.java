package dev.tidings.channels.smpp;

import dev.tidings.channels.Attempt;
import dev.tidings.core.delivery.Outcome;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jsmpp.InvalidResponseException;
import org.jsmpp.PDUException;
import org.jsmpp.extra.NegativeResponseException;
import org.jsmpp.extra.ResponseTimeoutException;
import org.jsmpp.extra.SessionState;
import org.jsmpp.session.SMPPSession;
import org.jsmpp.session.Session;
import org.jsmpp.session.SessionStateListener;

/**
 * A bound SMPP session and its submits in flight. Each submit returns an outcome; when the session is lost, all in flight end at
 * once.
 */
final class BoundSession implements SessionStateListener {
    /** A submit over a session. Returns the id that the message centre assigns. */
    interface Submit {
        String over(SMPPSession session)
                throws PDUException, ResponseTimeoutException, InvalidResponseException, NegativeResponseException,
                        IOException;
    }

    private final SMPPSession session;
    private final Runnable onLost;
    private final Set<Attempt> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean open;
    private volatile boolean lost;

    BoundSession(SMPPSession session, Runnable onLost) {
        this.session = session;
        this.onLost = onLost;
    }

    void opened() {
        open = true;
        if (lost) {
            onLost.run();
        }
    }

    boolean alive() {
        return !lost && session.getSessionState().isTransmittable();
    }

    Outcome submit(Attempt attempt, Submit submit) {
        if (!alive()) {
            return new Outcome.Retry("unreachable", "the session with the message centre was lost");
        }
        if (!attempt.commit()) {
            return new Outcome.Retry("timeout", "no session with the message centre in time");
        }
        waiting.add(attempt);
        try {
            if (lost) {
                // The session was lost in between, without a notification of this attempt.
                attempt.connectionLost();
            }
            return new Outcome.Accepted(submit.over(session));
        } catch (NegativeResponseException e) {
            return SmppStatus.refusal(e.getCommandStatus());
        } catch (ResponseTimeoutException e) {
            return new Outcome.Unclear("timeout", "timed out after the message was handed over");
        } catch (InvalidResponseException e) {
            return new Outcome.Unclear("garbage", "malformed answer");
        } catch (PDUException e) {
            return new Outcome.Rejected("invalid_message", "a field is too long for the protocol");
        } catch (IOException e) {
            return new Outcome.Unclear("dropped", "the connection broke while the message was handed over");
        } finally {
            waiting.remove(attempt);
        }
    }

    @Override
    public void onStateChange(SessionState now, SessionState before, Session source) {
        if (now != SessionState.CLOSED) {
            return;
        }
        lost = true;
        waiting.forEach(Attempt::connectionLost);
        if (open) {
            onLost.run();
        }
    }

    /** Unbinds and closes the session. */
    void close() {
        session.unbindAndClose();
    }
}
