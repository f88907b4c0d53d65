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
import dev.tidings.server.config.Nearest;
import dev.tidings.server.hot.TypeService;
import dev.tidings.server.intake.Idempotency.Claim;
import dev.tidings.server.intake.Submitted.Busy.Whose;
import dev.tidings.server.log.Envelope;
import dev.tidings.server.log.EnvelopeCodec;
import dev.tidings.server.schedule.ScheduledRequest;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.template.TemplateService;
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
 * Accepts requests into the log, or into the schedule if they are to be sent later. Mints the id, once. A retry under the same idempotency
 * key gets the same id; if it is unknown whether the first try reached the log, the retry appends the same id again, which takes effect
 * once.
 */
public final class LogIntake implements Intake {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final Log log;
    private final Scheduling scheduling;
    private final TypeService types;
    private final TemplateService templates;
    private final IdMint ids;
    private final Idempotency idempotency;

    public LogIntake(
            Log log,
            Schedules schedules,
            TypeService types,
            TemplateService templates,
            IdMint ids,
            Idempotency idempotency,
            Whens whens) {
        this.log = log;
        this.scheduling = new Scheduling(schedules, whens);
        this.types = types;
        this.templates = templates;
        this.ids = ids;
        this.idempotency = idempotency;
    }

    @Override
    public CompletableFuture<Submitted> submit(Sender sender, SendRequest request, Optional<String> idempotencyKey) {
        return Known.of(sender.tenant(), types, templates).thenCompose(known -> {
            Asked asked = new Asked(sender, request, known, idempotencyKey);
            Optional<Submitted> refusal = refuse(asked);
            if (refusal.isPresent()) {
                return refuseUnlessAccepted(asked, refusal.get());
            }
            return request.when().isEmpty()
                    ? accept(asked, Optional.empty())
                    : scheduling
                            .due(asked)
                            .thenCompose(resolved -> resolved instanceof Resolved.Due due
                                    ? accept(asked, Optional.of(due.time()))
                                    : refuseUnlessAccepted(asked, wrongTime(resolved)));
        });
    }

    private static Submitted wrongTime(Resolved refused) {
        return new Submitted.WrongTime(((Resolved.Refused) refused).error());
    }

    /** @param due empty if at once */
    private CompletableFuture<Submitted> accept(Asked asked, Optional<Instant> due) {
        if (asked.key().isEmpty()) {
            return store(asked, ids.next(), due, false);
        }
        return idempotency
                .claim(asked.tenant(), asked.key().get(), asked.request().json(), ids::next)
                .thenCompose(claim -> afterClaim(claim, asked, due));
    }

    /** @param repeated whether it may have been stored before, under the same id */
    private CompletableFuture<Submitted> store(Asked asked, UUID id, Optional<Instant> due, boolean repeated) {
        if (due.isEmpty()) {
            return append(List.of(entry(asked, id, repeated)), new Submitted.Accepted(id, false));
        }
        Instant time = asked.key().isEmpty() ? due.get() : Scheduling.sameForEveryTry(asked, id, due.get(), repeated);
        ScheduledRequest timed = Scheduling.timed(asked, id, time);
        return repeated ? scheduling.addUnlessThere(timed) : scheduling.add(timed);
    }

    /**
     * A retry of an accepted request gets the same answer, even if it has expired, its send time has passed, or its type was changed or
     * deleted since.
     */
    private CompletableFuture<Submitted> refuseUnlessAccepted(Asked asked, Submitted refusal) {
        if (asked.key().isEmpty()) {
            return CompletableFuture.completedFuture(refusal);
        }
        return idempotency
                .before(asked.tenant(), asked.key().get(), asked.request().json())
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedFuture(refusal)
                        : repeated(found.get(), asked, refusal));
    }

    /** Requests without an idempotency key are stored together; the others one by one, each after its claim. */
    @Override
    public CompletableFuture<List<Submitted>> submitAll(Sender sender, List<SendRequest> requests) {
        return Known.of(sender.tenant(), types, templates).thenCompose(known -> {
            List<Asked> lines = requests.stream()
                    .map(request -> new Asked(sender, request, known, request.idempotencyKey()))
                    .toList();
            // Before anything is stored: if a send time can't be resolved, the whole batch can be retried.
            return dues(lines).thenCompose(dues -> submitAll(lines, dues));
        });
    }

    /** The send times of the lines that are scheduled and have no key, by index. */
    private CompletableFuture<Map<Integer, Resolved>> dues(List<Asked> lines) {
        Map<Integer, CompletableFuture<Resolved>> dues = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            Asked line = lines.get(i);
            if (line.request().when().isPresent() && line.key().isEmpty()) {
                dues.put(i, scheduling.due(line));
            }
        }
        return CompletableFuture.allOf(dues.values().toArray(CompletableFuture[]::new))
                .thenApply(all -> {
                    Map<Integer, Resolved> resolved = new HashMap<>();
                    dues.forEach((place, due) -> resolved.put(place, due.join()));
                    return resolved;
                });
    }

    private CompletableFuture<List<Submitted>> submitAll(List<Asked> lines, Map<Integer, Resolved> dues) {
        List<CompletableFuture<Submitted>> answers = new ArrayList<>(lines.size());
        List<LogEntry> entries = new ArrayList<>(lines.size());
        List<ScheduledRequest> timed = new ArrayList<>(dues.size());
        CompletableFuture<Optional<Submitted>> appended = new CompletableFuture<>();
        CompletableFuture<List<Submitted>> scheduled = new CompletableFuture<>();
        for (int i = 0; i < lines.size(); i++) {
            Asked line = lines.get(i);
            Optional<Submitted> refusal = refuse(line);
            Resolved resolved = dues.get(i);
            if (line.key().isPresent()) {
                answers.add(null);
            } else if (refusal.isPresent()) {
                answers.add(CompletableFuture.completedFuture(refusal.get()));
            } else if (resolved instanceof Resolved.Refused) {
                answers.add(CompletableFuture.completedFuture(wrongTime(resolved)));
            } else if (resolved instanceof Resolved.Due due) {
                int place = timed.size();
                timed.add(Scheduling.timed(line, ids.next(), due.time()));
                answers.add(scheduled.thenApply(accepted -> accepted.get(place)));
            } else {
                UUID id = ids.next();
                entries.add(entry(line, id, false));
                Submitted accepted = new Submitted.Accepted(id, false);
                answers.add(appended.thenApply(busy -> busy.orElse(accepted)));
            }
        }
        // From here on each line succeeds or fails alone: a retry of the whole batch would send the other lines twice.
        settle(appended, () -> appendAll(entries));
        settle(scheduled, () -> scheduling.addAll(timed));
        for (int i = 0; i < lines.size(); i++) {
            Asked line = lines.get(i);
            CompletableFuture<Submitted> answer = answers.get(i) != null
                    ? answers.get(i)
                    : started(() -> submit(line.sender(), line.request(), line.key()));
            answers.set(i, answer.exceptionally(failure -> new Submitted.Failed(Futures.cause(failure))));
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
    private CompletableFuture<Optional<Submitted>> appendAll(List<LogEntry> entries) {
        if (entries.isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return log.append(entries).handle((durable, failure) -> {
            Optional<Submitted> busy = busy(failure);
            if (failure != null && busy.isEmpty()) {
                throw new CompletionException(Futures.cause(failure));
            }
            return busy;
        });
    }

    private CompletableFuture<Submitted> afterClaim(Claim claim, Asked asked, Optional<Instant> due) {
        String key = asked.key().orElseThrow();
        if (claim instanceof Claim.Mine mine) {
            return store(asked, mine.id(), due, mine.takenOver()).whenComplete((answer, failure) -> {
                if (answer instanceof Submitted.Accepted) {
                    idempotency.accepted(asked.tenant(), key, mine.id());
                } else if (answer != null) {
                    // Nothing was stored, so a retry need not wait for the lease to expire.
                    idempotency.giveUp(asked.tenant(), key, mine.id());
                }
            });
        }
        return repeated(claim, asked, new Submitted.KeyOfAnother(key));
    }

    /** @param otherwise the answer if it was not accepted before */
    private CompletableFuture<Submitted> repeated(Claim claim, Asked asked, Submitted otherwise) {
        boolean timed = asked.request().when().isPresent();
        if (claim instanceof Claim.Accepted accepted) {
            Submitted again = new Submitted.Accepted(accepted.id(), true);
            return timed
                    ? scheduling.repeated(asked.tenant(), accepted.id()).thenApply(found -> found.orElse(again))
                    : CompletableFuture.completedFuture(again);
        }
        if (claim instanceof Claim.Lapsed lapsed && timed) {
            return scheduling.repeated(asked.tenant(), lapsed.id()).thenApply(found -> found.orElse(otherwise));
        }
        return CompletableFuture.completedFuture(
                claim instanceof Claim.InProgress progress
                        ? new Submitted.InProgress(progress.leaseLeft())
                        : otherwise);
    }

    private CompletableFuture<Submitted> append(List<LogEntry> entries, Submitted accepted) {
        CompletableFuture<Submitted> answer = new CompletableFuture<>();
        log.append(entries).whenComplete((ok, failure) -> {
            Optional<Submitted> busy = busy(failure);
            if (failure == null) {
                answer.complete(accepted);
            } else if (busy.isPresent()) {
                answer.complete(busy.get());
            } else {
                answer.completeExceptionally(Futures.cause(failure));
            }
        });
        return answer;
    }

    /** The refusal, if the failure means that nothing was appended. */
    private static Optional<Submitted> busy(Throwable failure) {
        if (failure == null || !(Futures.cause(failure) instanceof LogException refusal)) {
            return Optional.empty();
        }
        return switch (refusal.reason()) {
            case TENANT_BACKLOG -> Optional.of(new Submitted.Busy(Whose.TENANT, RETRY_AFTER));
            case OVERLOADED, CLOSED -> Optional.of(new Submitted.Busy(Whose.SERVER, RETRY_AFTER));
            case FAILED -> Optional.empty();
        };
    }

    private static Optional<Submitted> refuse(Asked asked) {
        return refuse(asked.request(), asked.known());
    }

    /** The reason why the tenant's current types and templates do not allow it; empty if they do. */
    public static Optional<Submitted> refuse(SendRequest request, Known known) {
        if (request.late().isPresent()) {
            return Optional.of(new Submitted.Late(request.late().get()));
        }
        String name = Known.name(request);
        NotificationType type = known.type(request);
        if (type == null) {
            return Optional.of(new Submitted.UnknownType(
                    name, Nearest.to(name, known.types().keySet())));
        }
        Optional<Priority> tooUrgent =
                request.priority().filter(priority -> priority.moreUrgentThan(type.maxPriority()));
        if (tooUrgent.isPresent()) {
            return Optional.of(new Submitted.PriorityNotAllowed(name, tooUrgent.get(), type.maxPriority()));
        }
        return known.unsayable(request, type);
    }

    /** @param repeated whether an entry with the same id may have been appended before */
    private static LogEntry entry(Asked asked, UUID id, boolean repeated) {
        Notification notification = asked.notification(id, UuidV7.time(id));
        Optional<String> user =
                asked.request().target() instanceof Target.User one ? Optional.of(one.user()) : Optional.empty();
        // A list has no user yet; any stable partition will do.
        int partition = new UserKey(asked.tenant(), user.orElse(id.toString())).partition();
        Lane lane = new Lane(user.isPresent() ? Stage.ROUTE : Stage.EXPAND, notification.priority());
        return new LogEntry(
                lane,
                partition,
                asked.tenant(),
                EnvelopeCodec.encode(new Envelope(notification, user, false, repeated)));
    }
}
