package dev.tidings.server.intake;

import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogException;
import dev.tidings.server.ids.IdGenerator;
import dev.tidings.server.intake.IdempotencyKeys.Claim;
import dev.tidings.server.intake.SubmitResult.Overloaded.BacklogScope;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.types.TypeService;
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
 * Accepts requests, one or many, in the same steps: checks a request against the tenant's types and templates and resolves its send time,
 * claims its idempotency key, mints the notification id, and appends it to the log, or adds it to the schedule if it is to be sent later. A
 * retry under the same idempotency key gets the same id, and takes effect once even if both tries reach the log.
 */
public final class LogIntake implements Intake {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final CompletableFuture<SendPlan> SEND_NOW =
            CompletableFuture.completedFuture(new SendPlan.Send(Optional.empty()));

    private final Log log;
    private final Schedules schedules;
    private final RequestStore direct;
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
        this.schedules = schedules;
        this.direct = new RequestStore.DirectStore(log, schedules);
        this.scheduling = new ScheduledIntake(schedules, sendTimeResolver);
        this.types = types;
        this.templates = templates;
        this.ids = ids;
        this.idempotency = idempotency;
    }

    @Override
    public CompletableFuture<SubmitResult> submit(Sender sender, SendRequest request, Optional<String> idempotencyKey) {
        return TenantCatalog.of(sender.tenant(), types, templates)
                .thenCompose(catalog -> submit(new Submission(sender, request, catalog, idempotencyKey)));
    }

    private CompletableFuture<SubmitResult> submit(Submission submission) {
        return plan(submission).thenCompose(plan -> carryOut(submission, plan, direct));
    }

    /**
     * Requests without an idempotency key are stored together; the others one by one, each after its claim. One with the key of an earlier
     * one in the batch waits for its result, so that it is answered like a retry and not as one in progress.
     */
    @Override
    public CompletableFuture<List<SubmitResult>> submitAll(Sender sender, List<SendRequest> requests) {
        return TenantCatalog.of(sender.tenant(), types, templates)
                .thenCompose(catalog -> submitAll(requests.stream()
                        .map(request -> new Submission(sender, request, catalog, request.idempotencyKey()))
                        .toList()));
    }

    private CompletableFuture<List<SubmitResult>> submitAll(List<Submission> batch) {
        BatchStore together = new BatchStore(log, schedules);
        List<CompletableFuture<SendPlan>> plans = new ArrayList<>(batch.size());
        List<Supplier<CompletableFuture<SubmitResult>>> lines = new ArrayList<>(batch.size());
        Map<String, CompletableFuture<SubmitResult>> lastOfKey = new HashMap<>();
        for (Submission submission : batch) {
            if (submission.key().isPresent()) {
                lines.add(() -> lastOfKey.compute(
                        submission.key().get(),
                        (key, last) -> last == null
                                ? alone(() -> submit(submission))
                                : last.thenCompose(done -> alone(() -> submit(submission)))));
            } else {
                CompletableFuture<SendPlan> plan = plan(submission);
                plans.add(plan);
                lines.add(() -> carryOut(submission, plan.join(), together));
            }
        }
        // Before anything is stored: if a send time can't be resolved, the whole batch can be retried.
        return CompletableFuture.allOf(plans.toArray(CompletableFuture[]::new)).thenCompose(planned -> {
            List<CompletableFuture<SubmitResult>> results =
                    lines.stream().map(LogIntake::alone).toList();
            together.flush();
            return CompletableFuture.allOf(results.toArray(CompletableFuture[]::new))
                    .thenApply(
                            all -> results.stream().map(CompletableFuture::join).toList());
        });
    }

    /** A line that succeeds or fails alone: a retry of the whole batch would send the other lines twice. */
    private static CompletableFuture<SubmitResult> alone(Supplier<CompletableFuture<SubmitResult>> line) {
        try {
            return line.get().exceptionally(failure -> new SubmitResult.Failed(Futures.unwrap(failure)));
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(new SubmitResult.Failed(e));
        }
    }

    /** Checks the request and resolves its send time. */
    private CompletableFuture<SendPlan> plan(Submission submission) {
        Optional<SubmitResult> refusal = submission.tenantCatalog().refusal(submission.request());
        if (refusal.isPresent()) {
            return CompletableFuture.completedFuture(new SendPlan.Refused(refusal.get()));
        }
        return submission.request().sendTime().isEmpty() ? SEND_NOW : scheduling.plan(submission);
    }

    private CompletableFuture<SubmitResult> carryOut(Submission submission, SendPlan plan, RequestStore store) {
        if (plan instanceof SendPlan.Refused refused) {
            return refuseUnlessAccepted(submission, refused.result());
        }
        Optional<Instant> due = ((SendPlan.Send) plan).due();
        return submission.key().isEmpty()
                ? store(submission, due, new Claim.Claimed(ids.next(), false), store)
                : claim(submission, submission.key().get(), due, store);
    }

    private CompletableFuture<SubmitResult> claim(
            Submission submission, String key, Optional<Instant> due, RequestStore store) {
        return idempotency
                .claim(submission.tenant(), key, submission.request().json(), ids::next)
                .thenCompose(claim -> claim instanceof Claim.Claimed mine
                        ? store(submission, due, mine, store)
                                .whenComplete((result, failure) -> settle(submission.tenant(), key, mine.id(), result))
                        : earlierResult(claim, submission, new SubmitResult.KeyReused(key)));
    }

    /** @param result null if the outcome is unknown: the claim is kept until its lease expires */
    private void settle(String tenant, String key, UUID id, SubmitResult result) {
        if (result instanceof SubmitResult.Accepted) {
            idempotency.accepted(tenant, key, id);
        } else if (result != null) {
            // Nothing was stored, so a retry need not wait for the lease to expire.
            idempotency.release(tenant, key, id);
        }
    }

    private CompletableFuture<SubmitResult> store(
            Submission submission, Optional<Instant> due, Claim.Claimed claim, RequestStore store) {
        UUID id = claim.id();
        if (due.isEmpty()) {
            return store.append(submission.entry(id, claim.takenOver()))
                    .handle((durable, failure) ->
                            failure == null ? new SubmitResult.Accepted(id, false) : overloaded(failure));
        }
        ScheduledRequest request = ScheduledIntake.request(submission, due.get(), claim);
        return claim.takenOver()
                ? scheduling.addIfAbsent(request)
                : store.schedule(request).thenApply(durable -> ScheduledIntake.accepted(request));
    }

    /** The refusal, if the failure means that nothing was appended. */
    private static SubmitResult overloaded(Throwable failure) {
        Throwable cause = Futures.unwrap(failure);
        if (!(cause instanceof LogException refusal)) {
            throw new CompletionException(cause);
        }
        return switch (refusal.reason()) {
            case TENANT_BACKLOG -> new SubmitResult.Overloaded(BacklogScope.TENANT, RETRY_AFTER);
            case OVERLOADED, CLOSED -> new SubmitResult.Overloaded(BacklogScope.SERVER, RETRY_AFTER);
            case FAILED -> throw new CompletionException(cause);
        };
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
                        : earlierResult(found.get(), submission, refusal));
    }

    /** @param otherwise the answer if it was not accepted before */
    private CompletableFuture<SubmitResult> earlierResult(Claim claim, Submission submission, SubmitResult otherwise) {
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
}
