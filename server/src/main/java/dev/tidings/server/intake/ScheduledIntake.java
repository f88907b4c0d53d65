package dev.tidings.server.intake;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.intake.IdempotencyKeys.Claim;
import dev.tidings.server.schedule.ScheduledNotification;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.validation.FieldError;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The part of {@link LogIntake} for requests with a send time: resolves the time, adds the notification to the schedule, and answers
 * retries with the stored send time.
 */
final class ScheduledIntake {
    private static final Duration TOLERANCE = Duration.ofSeconds(1);

    private final Schedules schedules;
    private final SendTimeResolver sendTimeResolver;

    ScheduledIntake(Schedules schedules, SendTimeResolver sendTimeResolver) {
        this.schedules = schedules;
        this.sendTimeResolver = sendTimeResolver;
    }

    /** Resolves the send time of a scheduled request. */
    CompletableFuture<SendPlan> plan(Submission submission) {
        SendRequest request = submission.request();
        return sendTimeResolver
                .resolve(
                        submission.tenant(),
                        request.target(),
                        request.sendTime().orElseThrow())
                .thenApply(resolved -> resolved instanceof ResolvedSendTime.Due due
                        ? unlessExpired(request, due.time())
                        : refused(((ResolvedSendTime.Refused) resolved).error()));
    }

    private static SendPlan unlessExpired(SendRequest request, Instant due) {
        return request.expiresAt()
                .filter(expires -> !expires.isAfter(due))
                .map(expires -> refused(new FieldError(
                        "/expiresAt", expires.toString(), "a time after it is sent, which is at " + due)))
                .orElseGet(() -> new SendPlan.Send(Optional.of(due)));
    }

    private static SendPlan refused(FieldError error) {
        return new SendPlan.Refused(new SubmitResult.InvalidSendTime(error));
    }

    /** @param due the send time, counted from now if it was given as a delay */
    static ScheduledRequest request(Submission submission, Instant due, Claim.Claimed claim) {
        Instant time = submission.key().isEmpty() ? due : stableSendTime(submission, due, claim);
        return new ScheduledRequest(
                submission.notification(claim.id(), time), submission.request().target(), time);
    }

    /**
     * A delay starts with the first try, whose time is in the id: part of that try may have been stored, and a retry with another send time
     * would be sent in addition. Exception: ids are ahead of the clock because it was set back.
     */
    private static Instant stableSendTime(Submission submission, Instant due, Claim.Claimed claim) {
        if (!(submission.request().sendTime().orElseThrow() instanceof SendTime.After after)) {
            return due;
        }
        Instant fromFirstTry = UuidV7.time(claim.id()).plus(after.delay());
        boolean near = Duration.between(fromFirstTry, due).abs().compareTo(TOLERANCE) < 0;
        return claim.takenOver() || near ? fromFirstTry : due;
    }

    /** Adds a notification whose first try may have succeeded. If so, it keeps its send time. */
    CompletableFuture<SubmitResult> addIfAbsent(ScheduledRequest scheduledRequest) {
        String tenant = scheduledRequest.notification().tenant();
        return schedules
                .find(tenant, scheduledRequest.notification().id())
                .thenCompose(found -> found.isPresent()
                        ? CompletableFuture.completedFuture(accepted(found.get(), false))
                        : schedules.add(List.of(scheduledRequest)).thenApply(durable -> accepted(scheduledRequest)));
    }

    /** The answer to a retry; empty if the schedule does not have it. */
    CompletableFuture<Optional<SubmitResult>> repeated(String tenant, UUID id) {
        return schedules.find(tenant, id).thenApply(found -> found.map(there -> accepted(there, true)));
    }

    /** The answer to the first try. */
    static SubmitResult accepted(ScheduledRequest added) {
        return new SubmitResult.Accepted(added.notification().id(), false, Optional.of(added.due()));
    }

    private static SubmitResult accepted(ScheduledNotification there, boolean replayed) {
        return new SubmitResult.Accepted(there.notification().id(), replayed, Optional.of(there.due()));
    }
}
