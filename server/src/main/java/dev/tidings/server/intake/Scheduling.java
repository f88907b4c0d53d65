package dev.tidings.server.intake;

import dev.tidings.core.model.UuidV7;
import dev.tidings.server.schedule.Scheduled;
import dev.tidings.server.schedule.Schedules;
import dev.tidings.server.schedule.Timed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Accepts what is to be sent later: it goes into the schedule, and from there into the log when it is due. */
final class Scheduling {
    private static final Duration NEAR = Duration.ofSeconds(1);

    private final Schedules schedules;
    private final Whens whens;

    Scheduling(Schedules schedules, Whens whens) {
        this.schedules = schedules;
        this.whens = whens;
    }

    /** When a request that says so is to be sent. */
    CompletableFuture<Resolved> due(Asked asked) {
        SendRequest request = asked.request();
        return whens.resolve(asked.tenant(), request.target(), request.when().orElseThrow())
                .thenApply(resolved -> resolved instanceof Resolved.Due due ? unlessExpired(request, due) : resolved);
    }

    private static Resolved unlessExpired(SendRequest request, Resolved.Due due) {
        return request.expiresAt()
                .filter(expires -> !expires.isAfter(due.time()))
                .<Resolved>map(expires -> new Resolved.Refused(new FieldError(
                        "/expiresAt", expires.toString(), "a time after it is sent, which is at " + due.time())))
                .orElse(due);
    }

    static Timed timed(Asked asked, UUID id, Instant due) {
        return new Timed(asked.notification(id, due), asked.request().target(), due);
    }

    /**
     * A delay begins with the first try, which the id knows: however much of that try was stored, a repeat must not have another
     * time, or both would be sent. Unless ids are ahead of the clock, because that was set back.
     */
    static Instant sameForEveryTry(Asked asked, UUID id, Instant due, boolean repeated) {
        if (!(asked.request().when().orElseThrow() instanceof When.After after)) {
            return due;
        }
        Instant counted = UuidV7.time(id).plus(after.delay());
        boolean near = Duration.between(counted, due).abs().compareTo(NEAR) < 0;
        return repeated || near ? counted : due;
    }

    /** Answered with when they will be sent, in the same order. */
    CompletableFuture<List<Submitted>> addAll(List<Timed> timed) {
        CompletableFuture<Void> added =
                timed.isEmpty() ? CompletableFuture.completedFuture(null) : schedules.add(timed);
        return added.thenApply(ok -> timed.stream()
                .<Submitted>map(one -> new Submitted.Accepted(one.notification().id(), false, Optional.of(one.due())))
                .toList());
    }

    CompletableFuture<Submitted> add(Timed timed) {
        return addAll(List.of(timed)).thenApply(answers -> answers.get(0));
    }

    /** One whose first try may have succeeded. Then it keeps its time: a delay has begun with the first try. */
    CompletableFuture<Submitted> addUnlessThere(Timed timed) {
        String tenant = timed.notification().tenant();
        return schedules
                .find(tenant, timed.notification().id())
                .thenCompose(found -> found.isPresent()
                        ? CompletableFuture.completedFuture(accepted(found.get(), false))
                        : add(timed));
    }

    /** What a repeat is told; empty if nothing is known of it in the schedule. */
    CompletableFuture<Optional<Submitted>> repeated(String tenant, UUID id) {
        return schedules.find(tenant, id).thenApply(found -> found.map(there -> accepted(there, true)));
    }

    private static Submitted accepted(Scheduled there, boolean replayed) {
        return new Submitted.Accepted(there.notification().id(), replayed, Optional.of(there.due()));
    }
}
