package dev.tidings.channels.smpp;

import dev.tidings.channels.Attempt;
import dev.tidings.core.deliver.Outcome;
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

/** A session and what is under way over it: when it is lost, those who wait for an answer are told at once. */
final class BoundSession implements SessionStateListener {
    /** How something is submitted. Answers what the message centre calls it. */
    interface Submit {
        String over(SMPPSession session)
                throws PDUException, ResponseTimeoutException, InvalidResponseException, NegativeResponseException,
                        IOException;
    }

    private final SMPPSession session;
    private final Runnable onLost;
    private final Set<Attempt> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean open;
    private volatile boolean gone;

    BoundSession(SMPPSession session, Runnable onLost) {
        this.session = session;
        this.onLost = onLost;
    }

    void opened() {
        open = true;
        if (gone) {
            onLost.run();
        }
    }

    boolean alive() {
        return !gone && session.getSessionState().isTransmittable();
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
            if (gone) {
                // Lost in between, and nobody told this one.
                attempt.connectionLost();
            }
            return new Outcome.Accepted(submit.over(session));
        } catch (NegativeResponseException e) {
            return SmppStatus.refusal(e.getCommandStatus());
        } catch (ResponseTimeoutException e) {
            return new Outcome.Unclear("timeout", "handed over, and no answer in time");
        } catch (InvalidResponseException e) {
            return new Outcome.Unclear("garbage", "an answer that makes no sense");
        } catch (PDUException e) {
            return new Outcome.Rejected("invalid_message", "something is too long for the protocol");
        } catch (IOException e) {
            return new Outcome.Unclear("dropped", "the connection broke while it was handed over");
        } finally {
            waiting.remove(attempt);
        }
    }

    @Override
    public void onStateChange(SessionState now, SessionState before, Session source) {
        if (now != SessionState.CLOSED) {
            return;
        }
        gone = true;
        waiting.forEach(Attempt::connectionLost);
        if (open) {
            onLost.run();
        }
    }

    /** Says goodbye. */
    void close() {
        session.unbindAndClose();
    }
}
