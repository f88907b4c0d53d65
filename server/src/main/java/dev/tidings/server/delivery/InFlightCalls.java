package dev.tidings.server.delivery;

import dev.tidings.core.model.UserKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The provider calls in flight of each user. A call is registered before the last check of the user's preferences and removed when
 * the provider has answered. After a change of preferences the caller waits for the calls registered before it; later calls have seen
 * the change. So no provider is called after an opt-out was acknowledged.
 *
 * <p>A hanging call is waited for until its provider reports the timeout: a provider may queue a call, but starts nothing after that
 * report. The provider's timeout alone cannot be used, because it is not known when it started to run.
 */
public final class InFlightCalls {
    /** The longest wait of an opt-out, whatever the timeouts of the providers. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(30);

    private final LongSupplier nanos;
    private final ConcurrentMap<UserKey, List<InFlightCall>> calls = new ConcurrentHashMap<>();

    /** One call, from before the last check of preferences until the provider's answer. */
    public final class InFlightCall {
        private final UserKey user;
        private final long deadlineNanos;
        private final CompletableFuture<Void> over = new CompletableFuture<>();

        private InFlightCall(UserKey user) {
            this.user = user;
            this.deadlineNanos = nanos.getAsLong() + MAX_WAIT.toNanos();
        }

        void end() {
            calls.computeIfPresent(user, (key, all) -> without(all));
            over.complete(null);
        }

        /** Null if no other call remains. */
        private List<InFlightCall> without(List<InFlightCall> all) {
            if (all.size() == 1) {
                return all.get(0) == this ? null : all;
            }
            List<InFlightCall> others = new ArrayList<>(all);
            others.remove(this);
            return List.copyOf(others);
        }
    }

    public InFlightCalls(LongSupplier nanos) {
        this.nanos = nanos;
    }

    InFlightCall begin(UserKey user) {
        InFlightCall call = new InFlightCall(user);
        calls.merge(user, List.of(call), InFlightCalls::both);
        return call;
    }

    /** The lists are immutable: most users have one call in flight, and a growing set would be allocated for nothing. */
    private static List<InFlightCall> both(List<InFlightCall> these, List<InFlightCall> those) {
        List<InFlightCall> both = new ArrayList<>(these);
        both.addAll(those);
        return List.copyOf(both);
    }

    /** Completes when every call of this user now in flight has ended or has exceeded the longest wait. */
    public CompletableFuture<Void> settled(UserKey user) {
        List<InFlightCall> now = calls.get(user);
        return now == null ? CompletableFuture.completedFuture(null) : settled(now);
    }

    /** The same for the calls of all users of a tenant. */
    public CompletableFuture<Void> settled(String tenant) {
        List<InFlightCall> now = new ArrayList<>();
        calls.forEach((user, all) -> {
            if (user.tenant().equals(tenant)) {
                now.addAll(all);
            }
        });
        return settled(now);
    }

    private CompletableFuture<Void> settled(List<InFlightCall> now) {
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        for (InFlightCall call : now) {
            long left = call.deadlineNanos - nanos.getAsLong();
            if (left > 0) {
                waiting.add(call.over.copy().completeOnTimeout(null, left, TimeUnit.NANOSECONDS));
            }
        }
        return CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new));
    }
}
