package dev.tidings.server.intake;

import dev.tidings.core.log.Lane;
import dev.tidings.core.log.Log;
import dev.tidings.core.log.LogEntry;
import dev.tidings.core.log.LogException;
import dev.tidings.core.log.Stage;
import dev.tidings.core.model.Notification;
import dev.tidings.core.model.NotificationType;
import dev.tidings.core.model.Target;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.config.Nearest;
import dev.tidings.server.hot.TypeService;
import dev.tidings.server.intake.Idempotency.Claim;
import dev.tidings.server.intake.Submitted.Busy.Whose;
import dev.tidings.server.log.Envelope;
import dev.tidings.server.log.EnvelopeCodec;
import dev.tidings.widecolumn.Answers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Accepts requests into the log. The id is minted here, once. Whoever repeats a request under its idempotency key gets the same id,
 * and if it is not known whether the first try reached the log, the repeat appends the same id again, which has no second effect.
 */
public final class LogIntake implements Intake {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Log log;
    private final TypeService types;
    private final IdMint ids;
    private final Idempotency idempotency;

    public LogIntake(Log log, TypeService types, IdMint ids, Idempotency idempotency) {
        this.log = log;
        this.types = types;
        this.ids = ids;
        this.idempotency = idempotency;
    }

    @Override
    public CompletableFuture<Submitted> submit(Sender sender, SendRequest request, Optional<String> idempotencyKey) {
        return types.all(sender.tenant()).thenCompose(known -> {
            Optional<Submitted> refusal = refuse(request, known);
            if (refusal.isPresent()) {
                return unlessAccepted(sender, request, idempotencyKey, refusal.get());
            }
            if (idempotencyKey.isEmpty()) {
                UUID id = ids.next();
                LogEntry entry = entry(sender, request, known, id, null, false);
                return append(List.of(entry), new Submitted.Accepted(id, false));
            }
            return idempotency
                    .claim(sender.tenant(), idempotencyKey.get(), request.json(), ids::next)
                    .thenCompose(claim -> afterClaim(claim, sender, request, known, idempotencyKey.get()));
        });
    }

    /** A repeat of what was accepted is answered as before, also if it has expired or its type was changed or deleted since. */
    private CompletableFuture<Submitted> unlessAccepted(
            Sender sender, SendRequest request, Optional<String> idempotencyKey, Submitted refusal) {
        if (idempotencyKey.isEmpty()) {
            return CompletableFuture.completedFuture(refusal);
        }
        return idempotency
                .before(sender.tenant(), idempotencyKey.get(), request.json())
                .thenApply(found -> found.map(claim -> repeated(claim, idempotencyKey.get()))
                        .orElse(refusal));
    }

    /** Those without a key of their own go to the log together; the others one by one, each behind its claim. */
    @Override
    public CompletableFuture<List<Submitted>> submitAll(Sender sender, List<SendRequest> requests) {
        return types.all(sender.tenant()).thenCompose(known -> {
            List<CompletableFuture<Submitted>> answers = new ArrayList<>(requests.size());
            List<LogEntry> entries = new ArrayList<>(requests.size());
            CompletableFuture<Optional<Submitted>> together = new CompletableFuture<>();
            for (SendRequest request : requests) {
                Optional<Submitted> refusal = refuse(request, known);
                if (request.idempotencyKey().isPresent()) {
                    answers.add(submit(sender, request, request.idempotencyKey()));
                } else if (refusal.isPresent()) {
                    answers.add(CompletableFuture.completedFuture(refusal.get()));
                } else {
                    UUID id = ids.next();
                    entries.add(entry(sender, request, known, id, null, false));
                    Submitted accepted = new Submitted.Accepted(id, false);
                    answers.add(together.thenApply(busy -> busy.orElse(accepted)));
                }
            }
            appendAll(entries, together);
            return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                    .thenApply(
                            all -> answers.stream().map(CompletableFuture::join).toList());
        });
    }

    private void appendAll(List<LogEntry> entries, CompletableFuture<Optional<Submitted>> together) {
        if (entries.isEmpty()) {
            together.complete(Optional.empty());
            return;
        }
        log.append(entries).whenComplete((ok, failure) -> {
            Optional<Submitted> busy = busy(failure);
            if (failure == null || busy.isPresent()) {
                together.complete(busy);
            } else {
                together.completeExceptionally(Answers.cause(failure));
            }
        });
    }

    private CompletableFuture<Submitted> afterClaim(
            Claim claim, Sender sender, SendRequest request, Map<String, NotificationType> known, String key) {
        if (claim instanceof Claim.Mine mine) {
            LogEntry entry = entry(sender, request, known, mine.id(), key, mine.takenOver());
            return append(List.of(entry), new Submitted.Accepted(mine.id(), false))
                    .whenComplete((answer, failure) -> {
                        if (answer instanceof Submitted.Accepted) {
                            idempotency.accepted(sender.tenant(), key, mine.id());
                        } else if (answer != null) {
                            // Nothing was appended, so a repeat need not wait for the lease to run out.
                            idempotency.giveUp(sender.tenant(), key, mine.id());
                        }
                    });
        }
        return CompletableFuture.completedFuture(repeated(claim, key));
    }

    private static Submitted repeated(Claim claim, String key) {
        if (claim instanceof Claim.Accepted accepted) {
            return new Submitted.Accepted(accepted.id(), true);
        }
        if (claim instanceof Claim.InProgress progress) {
            return new Submitted.InProgress(progress.leaseLeft());
        }
        return new Submitted.KeyOfAnother(key);
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
                answer.completeExceptionally(Answers.cause(failure));
            }
        });
        return answer;
    }

    /** What a failure means if it means that nothing was appended. */
    private static Optional<Submitted> busy(Throwable failure) {
        if (failure == null || !(Answers.cause(failure) instanceof LogException refusal)) {
            return Optional.empty();
        }
        return switch (refusal.reason()) {
            case TENANT_BACKLOG -> Optional.of(new Submitted.Busy(Whose.TENANT, PAUSE));
            case OVERLOADED, CLOSED -> Optional.of(new Submitted.Busy(Whose.SERVER, PAUSE));
            case FAILED -> Optional.empty();
        };
    }

    /** Why it can't be sent by what the tenant's types say now; empty if it can. */
    public static Optional<Submitted> refuse(SendRequest request, Map<String, NotificationType> known) {
        if (request.late().isPresent()) {
            return Optional.of(new Submitted.Late(request.late().get()));
        }
        String name = request.type().orElse(NotificationType.DEFAULT.name());
        NotificationType type = known.get(name);
        if (type == null) {
            return Optional.of(new Submitted.UnknownType(name, Nearest.to(name, known.keySet())));
        }
        return request.priority()
                .filter(asked -> asked.moreUrgentThan(type.maxPriority()))
                .map(asked -> new Submitted.PriorityNotAllowed(name, asked, type.maxPriority()));
    }

    /** @param repeated whether an entry of the same id may have been appended before */
    private static LogEntry entry(
            Sender sender,
            SendRequest request,
            Map<String, NotificationType> known,
            UUID id,
            String key,
            boolean repeated) {
        NotificationType type = known.get(request.type().orElse(NotificationType.DEFAULT.name()));
        Notification notification = Notifications.of(sender, request, type, id, key);
        Optional<String> user =
                request.target() instanceof Target.User one ? Optional.of(one.user()) : Optional.empty();
        // A list has no user yet; any stable partition does.
        int partition = new UserKey(sender.tenant(), user.orElse(id.toString())).partition();
        Lane lane = new Lane(user.isPresent() ? Stage.ROUTE : Stage.EXPAND, notification.priority());
        return new LogEntry(
                lane,
                partition,
                sender.tenant(),
                EnvelopeCodec.encode(new Envelope(notification, user, false, repeated)));
    }
}
