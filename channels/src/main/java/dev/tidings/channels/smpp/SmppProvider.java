package dev.tidings.channels.smpp;

import dev.tidings.channels.Attempt;
import dev.tidings.channels.BlockingAttempts;
import dev.tidings.channels.InFlightDeliveries;
import dev.tidings.core.delivery.Delivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.delivery.Outcome;
import dev.tidings.core.delivery.Provider;
import dev.tidings.core.delivery.ProviderKind.ProviderContext;
import dev.tidings.core.delivery.SmsSegments;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/** Submits text messages to the message centre of one SMPP account, segment by segment. */
final class SmppProvider implements Provider {
    private static final Pattern PHONE = Pattern.compile("\\+[1-9][0-9]{5,14}");

    private final Submissions submissions;
    private final Duration timeout;
    private final InFlightDeliveries inFlight = new InFlightDeliveries();
    private final BlockingAttempts tries;
    private final SmppLink link;

    SmppProvider(SmppAccount account, ProviderContext context) {
        submissions = new Submissions(account, context.clock());
        timeout = context.timeout();
        tries = new BlockingAttempts("smpp " + account.host(), account.window(), timeout);
        link = new SmppLink(account, context, tries);
    }

    @Override
    public CompletableFuture<Outcome> deliver(Delivery delivery) {
        return inFlight.start(() -> tries.start(attempt -> attempt(attempt, delivery)));
    }

    private Outcome attempt(Attempt attempt, Delivery delivery) {
        if (!PHONE.matcher(delivery.address().value()).matches()) {
            return new Outcome.Rejected("invalid_address", "expected + and 6 to 15 digits");
        }
        SmsSegments segments = SmsSegments.of(((Message.Sms) delivery.message()).text());
        if (segments.exceedsLimit()) {
            return new Outcome.Rejected(
                    "too_long", "got " + segments.count() + " segments, expected at most " + SmsSegments.MAX_SEGMENTS);
        }
        try {
            return submit(attempt, link.bound(), submissions.of(delivery, segments));
        } catch (NotBoundException e) {
            return e.outcome();
        }
    }

    /**
     * Submits the segments in order. After a partial failure the outcome is unclear, so that no other provider is called. A retry
     * starts over: its segments have the same reference number, by which a phone drops those it already has.
     */
    private static Outcome submit(Attempt attempt, BoundSession session, List<BoundSession.Submit> parts) {
        Outcome outcome = null;
        for (BoundSession.Submit part : parts) {
            boolean first = outcome == null;
            outcome = session.submit(attempt, part);
            if (outcome instanceof Outcome.Failure failure) {
                return first ? outcome : new Outcome.Unclear(failure.code(), "accepted in part: " + failure.text());
            }
        }
        return outcome;
    }

    @Override
    public Optional<String> problem() {
        return inFlight.problem().or(link::problem);
    }

    @Override
    public void close() {
        link.closing();
        inFlight.close(timeout);
        link.close();
        tries.close();
    }
}
