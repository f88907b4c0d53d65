package dev.tidings.server.intake;

import dev.tidings.core.model.UuidV7;
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

    /** The send time of a scheduled request. */
    CompletableFuture<ResolvedSendTime> due(Submission submission) {
        SendRequest request = submission.request();
        return sendTimeResolver
                .resolve(
                        submission.tenant(),
                        request.target(),
                        request.sendTime().orElseThrow())
                .thenApply(resolved ->
                        resolved instanceof ResolvedSendTime.Due due ? unlessExpired(request, due) : resolved);
    }

    private static ResolvedSendTime unlessExpired(SendRequest request, ResolvedSendTime.Due due) {
        return request.expiresAt()
                .filter(expires -> !expires.isAfter(due.time()))
                .<ResolvedSendTime>map(expires -> new ResolvedSendTime.Refused(new FieldError(
                        "/expiresAt", expires.toString(), "a time after it is sent, which is at " + due.time())))
                .orElse(due);
    }

    static ScheduledRequest timed(Submission submission, UUID id, Instant due) {
        return new ScheduledRequest(
                submission.notification(id, due), submission.request().target(), due);
    }

    /**
     * A delay starts with the first try, whose time is in the id: part of that try may have been stored, and a retry with another send time
     * would be sent in addition. Exception: ids are ahead of the clock because it was set back.
     */
    static Instant stableSendTime(Submission submission, UUID id, Instant due, boolean repeated) {
        if (!(submission.request().sendTime().orElseThrow() instanceof SendTime.After after)) {
            return due;
        }
        Instant fromFirstTry = UuidV7.time(id).plus(after.delay());
        boolean near = Duration.between(fromFirstTry, due).abs().compareTo(TOLERANCE) < 0;
        return repeated || near ? fromFirstTry : due;
    }

    /** Results with the send times, in the same order. */
    CompletableFuture<List<SubmitResult>> addAll(List<ScheduledRequest> scheduledRequests) {
        CompletableFuture<Void> added = scheduledRequests.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : schedules.add(scheduledRequests);
        return added.thenApply(ok -> scheduledRequests.stream()
                .<SubmitResult>map(
                        one -> new SubmitResult.Accepted(one.notification().id(), false, Optional.of(one.due())))
                .toList());
    }

    CompletableFuture<SubmitResult> add(ScheduledRequest scheduledRequest) {
        return addAll(List.of(scheduledRequest)).thenApply(answers -> answers.get(0));
    }

    /** Adds a notification whose first try may have succeeded. If so, it keeps its send time. */
    CompletableFuture<SubmitResult> addIfAbsent(ScheduledRequest scheduledRequest) {
        String tenant = scheduledRequest.notification().tenant();
        return schedules
                .find(tenant, scheduledRequest.notification().id())
                .thenCompose(found -> found.isPresent()
                        ? CompletableFuture.completedFuture(accepted(found.get(), false))
                        : add(scheduledRequest));
    }

    /** The answer to a retry; empty if the schedule does not have it. */
    CompletableFuture<Optional<SubmitResult>> repeated(String tenant, UUID id) {
        return schedules.find(tenant, id).thenApply(found -> found.map(there -> accepted(there, true)));
    }

    private static SubmitResult accepted(ScheduledNotification there, boolean replayed) {
        return new SubmitResult.Accepted(there.notification().id(), replayed, Optional.of(there.due()));
    }
}
