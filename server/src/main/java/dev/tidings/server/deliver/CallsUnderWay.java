package dev.tidings.server.deliver;

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
 * Who is being called right now. A call is announced before the last look at what the user wants, and over when the provider has
 * answered. So whoever changes that waits, after the change, for the calls that were announced before: those that come later have
 * seen it. No provider is called after the answer to an opt-out.
 *
 * <p>One that hangs is waited for until its provider gives up and says so: a provider may keep it in a line of its own, but starts
 * nothing after that. To go by its timeout instead would not do, for nobody knows when its own clock began to run.
 */
public final class CallsUnderWay {
    /** Nobody who opts out waits for longer, however patient a provider is said to be. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final LongSupplier nanos;
    private final ConcurrentMap<UserKey, List<Call>> calls = new ConcurrentHashMap<>();

    /** One call, from before the last look until the provider's answer. */
    public final class Call {
        private final UserKey user;
        private final long lastNanos;
        private final CompletableFuture<Void> over = new CompletableFuture<>();

        private Call(UserKey user) {
            this.user = user;
            this.lastNanos = nanos.getAsLong() + LONGEST.toNanos();
        }

        void end() {
            calls.computeIfPresent(user, (key, all) -> without(all));
            over.complete(null);
        }

        /** Null if there is no other. */
        private List<Call> without(List<Call> all) {
            if (all.size() == 1) {
                return all.get(0) == this ? null : all;
            }
            List<Call> others = new ArrayList<>(all);
            others.remove(this);
            return List.copyOf(others);
        }
    }

    public CallsUnderWay(LongSupplier nanos) {
        this.nanos = nanos;
    }

    Call begin(UserKey user) {
        Call call = new Call(user);
        calls.merge(user, List.of(call), CallsUnderWay::both);
        return call;
    }

    /** Each list is never changed: most users have one call under way, and a set that can grow would be made for nothing. */
    private static List<Call> both(List<Call> these, List<Call> those) {
        List<Call> both = new ArrayList<>(these);
        both.addAll(those);
        return List.copyOf(both);
    }

    /** Completes when every call to the user that is under way now is over, or has taken longer than anybody waits for. */
    public CompletableFuture<Void> settled(UserKey user) {
        List<Call> now = calls.get(user);
        if (now == null) {
            return CompletableFuture.completedFuture(null);
        }
        List<CompletableFuture<Void>> waiting = new ArrayList<>();
        for (Call call : now) {
            long left = call.lastNanos - nanos.getAsLong();
            if (left > 0) {
                waiting.add(call.over.copy().completeOnTimeout(null, left, TimeUnit.NANOSECONDS));
            }
        }
        return CompletableFuture.allOf(waiting.toArray(CompletableFuture[]::new));
    }
}
