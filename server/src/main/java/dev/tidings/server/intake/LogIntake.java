package dev.tidings.server.intake;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Priority;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.intake.IdempotencyKeys.Claim;
import dev.tidings.server.intake.SubmitResult.Overloaded.BacklogScope;
import dev.tidings.server.pipeline.Envelope;
import dev.tidings.server.pipeline.EnvelopeCodec;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.types.TypeService;
import dev.tidings.server.validation.ClosestMatch;
import dev.tidings.templates.TemplateService;
import dev.tidings.widecolumn.Futures;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Validates requests against the tenant's types and templates, mints the notification id, and appends them to the log, or adds them to the
 * schedule if they are to be sent later. A retry under the same idempotency key gets the same id, and takes effect once even if both tries
 * reach the log.
 */
public final class LogIntake implements Intake {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final Log log;
    private final ScheduledIntake scheduling;
    private final TypeService types;
    private final TemplateService templates;
    private final IdGenerator ids;
    private final IdempotencyKeys idempotency;

    public LogIntake(
            Log log,
            Schedules schedules,
            TypeService types,
            TemplateService templates,
            IdGenerator ids,
            IdempotencyKeys idempotency,
            SendTimeResolver sendTimeResolver) {
        this.log = log;
        this.scheduling = new ScheduledIntake(schedules, sendTimeResolver);
        this.types = types;
        this.templates = templates;
        this.ids = ids;
        this.idempotency = idempotency;
    }

    @Override
    public CompletableFuture<SubmitResult> submit(Sender sender, SendRequest request, Optional<String> idempotencyKey) {
        return TenantCatalog.of(sender.tenant(), types, templates).thenCompose(tenantCatalog -> {
            Submission submission = new Submission(sender, request, tenantCatalog, idempotencyKey);
            Optional<SubmitResult> refusal = refuse(submission);
            if (refusal.isPresent()) {
                return refuseUnlessAccepted(submission, refusal.get());
            }
            return request.sendTime().isEmpty()
                    ? accept(submission, Optional.empty())
                    : scheduling
                            .due(submission)
                            .thenCompose(resolved -> resolved instanceof ResolvedSendTime.Due due
                                    ? accept(submission, Optional.of(due.time()))
                                    : refuseUnlessAccepted(submission, wrongTime(resolved)));
        });
    }

    private static SubmitResult wrongTime(ResolvedSendTime refused) {
        return new SubmitResult.InvalidSendTime(((ResolvedSendTime.Refused) refused).error());
    }

    /** @param due empty if at once */
    private CompletableFuture<SubmitResult> accept(Submission submission, Optional<Instant> due) {
        if (submission.key().isEmpty()) {
            return store(submission, ids.next(), due, false);
        }
        return idempotency
                .claim(
                        submission.tenant(),
                        submission.key().get(),
                        submission.request().json(),
                        ids::next)
                .thenCompose(claim -> afterClaim(claim, submission, due));
    }

    /** @param repeated whether it may have been stored before, under the same id */
    private CompletableFuture<SubmitResult> store(
            Submission submission, UUID id, Optional<Instant> due, boolean repeated) {
        if (due.isEmpty()) {
            return append(List.of(entry(submission, id, repeated)), new SubmitResult.Accepted(id, false));
        }
        Instant time = submission.key().isEmpty()
                ? due.get()
                : ScheduledIntake.stableSendTime(submission, id, due.get(), repeated);
        ScheduledRequest scheduledRequest = ScheduledIntake.timed(submission, id, time);
        return repeated ? scheduling.addIfAbsent(scheduledRequest) : scheduling.add(scheduledRequest);
    }

    /**
     * A retry of an accepted request gets the same answer, even if it has expired, its send time has passed, or its type was changed or
     * deleted since.
     */
    private CompletableFuture<SubmitResult> refuseUnlessAccepted(Submission submission, SubmitResult refusal) {
        if (submission.key().isEmpty()) {
            return CompletableFuture.completedFuture(refusal);
        }
        return idempotency
                .earlierResult(
                        submission.tenant(),
                        submission.key().get(),
                        submission.request().json())
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedFuture(refusal)
                        : repeated(found.get(), submission, refusal));
    }

    /** Requests without an idempotency key are stored together; the others one by one, each after its claim. */
    @Override
    public CompletableFuture<List<SubmitResult>> submitAll(Sender sender, List<SendRequest> requests) {
        return TenantCatalog.of(sender.tenant(), types, templates).thenCompose(tenantCatalog -> {
            List<Submission> lines = requests.stream()
                    .map(request -> new Submission(sender, request, tenantCatalog, request.idempotencyKey()))
                    .toList();
            // Before anything is stored: if a send time can't be resolved, the whole batch can be retried.
            return dues(lines).thenCompose(dues -> submitAll(lines, dues));
        });
    }

    /** The send times of the lines that are scheduled and have no key, by index. */
    private CompletableFuture<Map<Integer, ResolvedSendTime>> dues(List<Submission> lines) {
        Map<Integer, CompletableFuture<ResolvedSendTime>> dues = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            Submission line = lines.get(i);
            if (line.request().sendTime().isPresent() && line.key().isEmpty()) {
                dues.put(i, scheduling.due(line));
            }
        }
        return CompletableFuture.allOf(dues.values().toArray(CompletableFuture[]::new))
                .thenApply(all -> {
                    Map<Integer, ResolvedSendTime> resolved = new HashMap<>();
                    dues.forEach((place, due) -> resolved.put(place, due.join()));
                    return resolved;
                });
    }

    private CompletableFuture<List<SubmitResult>> submitAll(
            List<Submission> lines, Map<Integer, ResolvedSendTime> dues) {
        List<CompletableFuture<SubmitResult>> answers = new ArrayList<>(lines.size());
        List<LogEntry> entries = new ArrayList<>(lines.size());
        List<ScheduledRequest> scheduledRequests = new ArrayList<>(dues.size());
        CompletableFuture<Optional<SubmitResult>> appended = new CompletableFuture<>();
        CompletableFuture<List<SubmitResult>> scheduled = new CompletableFuture<>();
        for (int i = 0; i < lines.size(); i++) {
            Submission line = lines.get(i);
            Optional<SubmitResult> refusal = refuse(line);
            ResolvedSendTime resolved = dues.get(i);
            if (line.key().isPresent()) {
                answers.add(null);
            } else if (refusal.isPresent()) {
                answers.add(CompletableFuture.completedFuture(refusal.get()));
            } else if (resolved instanceof ResolvedSendTime.Refused) {
                answers.add(CompletableFuture.completedFuture(wrongTime(resolved)));
            } else if (resolved instanceof ResolvedSendTime.Due due) {
                int place = scheduledRequests.size();
                scheduledRequests.add(ScheduledIntake.timed(line, ids.next(), due.time()));
                answers.add(scheduled.thenApply(accepted -> accepted.get(place)));
            } else {
                UUID id = ids.next();
                entries.add(entry(line, id, false));
                SubmitResult accepted = new SubmitResult.Accepted(id, false);
                answers.add(appended.thenApply(busy -> busy.orElse(accepted)));
            }
        }
        // From here on each line succeeds or fails alone: a retry of the whole batch would send the other lines twice.
        settle(appended, () -> appendAll(entries));
        settle(scheduled, () -> scheduling.addAll(scheduledRequests));
        for (int i = 0; i < lines.size(); i++) {
            Submission line = lines.get(i);
            CompletableFuture<SubmitResult> answer = answers.get(i) != null
                    ? answers.get(i)
                    : started(() -> submit(line.sender(), line.request(), line.key()));
            answers.set(i, answer.exceptionally(failure -> new SubmitResult.Failed(Futures.unwrap(failure))));
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(all -> answers.stream().map(CompletableFuture::join).toList());
    }

    private static <T> void settle(CompletableFuture<T> answer, Supplier<CompletableFuture<T>> call) {
        started(call).whenComplete((value, failure) -> {
            if (failure == null) {
                answer.complete(value);
            } else {
                answer.completeExceptionally(failure);
            }
        });
    }

    private static <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The reason why none was appended; empty if all were. */
    private CompletableFuture<Optional<SubmitResult>> appendAll(List<LogEntry> entries) {
        if (entries.isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return log.append(entries).handle((durable, failure) -> {
            Optional<SubmitResult> busy = busy(failure);
            if (failure != null && busy.isEmpty()) {
                throw new CompletionException(Futures.unwrap(failure));
            }
            return busy;
        });
    }

    private CompletableFuture<SubmitResult> afterClaim(Claim claim, Submission submission, Optional<Instant> due) {
        String key = submission.key().orElseThrow();
        if (claim instanceof Claim.Claimed mine) {
            return store(submission, mine.id(), due, mine.takenOver()).whenComplete((answer, failure) -> {
                if (answer instanceof SubmitResult.Accepted) {
                    idempotency.accepted(submission.tenant(), key, mine.id());
                } else if (answer != null) {
                    // Nothing was stored, so a retry need not wait for the lease to expire.
                    idempotency.release(submission.tenant(), key, mine.id());
                }
            });
        }
        return repeated(claim, submission, new SubmitResult.KeyReused(key));
    }

    /** @param otherwise the answer if it was not accepted before */
    private CompletableFuture<SubmitResult> repeated(Claim claim, Submission submission, SubmitResult otherwise) {
        boolean timed = submission.request().sendTime().isPresent();
        if (claim instanceof Claim.Accepted accepted) {
            SubmitResult again = new SubmitResult.Accepted(accepted.id(), true);
            return timed
                    ? scheduling.repeated(submission.tenant(), accepted.id()).thenApply(found -> found.orElse(again))
                    : CompletableFuture.completedFuture(again);
        }
        if (claim instanceof Claim.Lapsed lapsed && timed) {
            return scheduling.repeated(submission.tenant(), lapsed.id()).thenApply(found -> found.orElse(otherwise));
        }
        return CompletableFuture.completedFuture(
                claim instanceof Claim.InProgress progress
                        ? new SubmitResult.InProgress(progress.leaseLeft())
                        : otherwise);
    }

    private CompletableFuture<SubmitResult> append(List<LogEntry> entries, SubmitResult accepted) {
        CompletableFuture<SubmitResult> answer = new CompletableFuture<>();
        log.append(entries).whenComplete((ok, failure) -> {
            Optional<SubmitResult> busy = busy(failure);
            if (failure == null) {
                answer.complete(accepted);
            } else if (busy.isPresent()) {
                answer.complete(busy.get());
            } else {
                answer.completeExceptionally(Futures.unwrap(failure));
            }
        });
        return answer;
    }

    /** The refusal, if the failure means that nothing was appended. */
    private static Optional<SubmitResult> busy(Throwable failure) {
        if (failure == null || !(Futures.unwrap(failure) instanceof LogException refusal)) {
            return Optional.empty();
        }
        return switch (refusal.reason()) {
            case TENANT_BACKLOG -> Optional.of(new SubmitResult.Overloaded(BacklogScope.TENANT, RETRY_AFTER));
            case OVERLOADED, CLOSED -> Optional.of(new SubmitResult.Overloaded(BacklogScope.SERVER, RETRY_AFTER));
            case FAILED -> Optional.empty();
        };
    }

    private static Optional<SubmitResult> refuse(Submission submission) {
        return refuse(submission.request(), submission.tenantCatalog());
    }

    /** The reason why the tenant's current types and templates do not allow it; empty if they do. */
    public static Optional<SubmitResult> refuse(SendRequest request, TenantCatalog tenantCatalog) {
        if (request.expiredError().isPresent()) {
            return Optional.of(
                    new SubmitResult.ExpiredRequest(request.expiredError().get()));
        }
        String name = TenantCatalog.name(request);
        NotificationType type = tenantCatalog.type(request);
        if (type == null) {
            return Optional.of(new SubmitResult.UnknownType(
                    name, ClosestMatch.to(name, tenantCatalog.types().keySet())));
        }
        Optional<Priority> tooUrgent =
                request.priority().filter(priority -> priority.moreUrgentThan(type.maxPriority()));
        if (tooUrgent.isPresent()) {
            return Optional.of(new SubmitResult.PriorityNotAllowed(name, tooUrgent.get(), type.maxPriority()));
        }
        return tenantCatalog.renderingProblem(request, type);
    }

    /** @param repeated whether an entry with the same id may have been appended before */
    private static LogEntry entry(Submission submission, UUID id, boolean repeated) {
        Notification notification = submission.notification(id, UuidV7.time(id));
        Optional<String> user =
                submission.request().target() instanceof Target.User one ? Optional.of(one.user()) : Optional.empty();
        // A list has no user yet; any stable partition will do.
        int partition = new UserKey(submission.tenant(), user.orElse(id.toString())).partition();
        Lane lane = new Lane(user.isPresent() ? Stage.ROUTE : Stage.EXPAND, notification.priority());
        return new LogEntry(
                lane,
                partition,
                submission.tenant(),
                EnvelopeCodec.encode(new Envelope(notification, user, false, repeated)));
    }
}
