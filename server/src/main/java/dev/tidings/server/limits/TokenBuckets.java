package dev.tidings.server.limits;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Token buckets by key, which limit the messages of a user or an address over all live connections. A message that was received is always
 * charged, so a bucket can go into debt, up to a limit. Full buckets are not stored.
 */
public final class TokenBuckets<K> {
    /** The capacity of a bucket, in seconds of its rate. */
    private static final int CAPACITY_SECONDS = 10;
    /**
     * The maximum debt, in seconds of the rate: messages that were in flight when the client was throttled delay it no longer than this.
     */
    private static final int MAX_DEBT_SECONDS = 10;

    private final ConcurrentMap<K, Bucket> buckets = new ConcurrentHashMap<>();
    private final int perSecond;

    /**
     * The state of a bucket.
     *
     * @param at in seconds of a monotonic clock
     */
    private record Bucket(int tokens, int at) {}

    public TokenBuckets(int perSecond) {
        this.perSecond = perSecond;
    }

    /** Takes the tokens only if there are enough. */
    public boolean tryAcquire(K key, int tokens, int now) {
        boolean[] taken = {false};
        buckets.compute(key, (same, before) -> {
            int available = available(before, now);
            taken[0] = available >= tokens;
            return bucket(before, taken[0] ? available - tokens : available, now);
        });
        return taken[0];
    }

    /** Takes the tokens in any case, and returns how many of them were available: if that is fewer, the bucket is in debt. */
    public int charge(K key, int tokens, int now) {
        int[] covered = {0};
        buckets.compute(key, (same, before) -> {
            int available = available(before, now);
            covered[0] = Math.max(0, Math.min(available, tokens));
            return bucket(before, available - tokens, now);
        });
        return covered[0];
    }

    public boolean isInDebt(K key, int now) {
        return available(buckets.get(key), now) < 0;
    }

    private Bucket bucket(Bucket before, int tokens, int now) {
        return new Bucket(
                Math.max(tokens, -MAX_DEBT_SECONDS * perSecond), before == null ? now : Math.max(before.at, now));
    }

    private int available(Bucket before, int now) {
        int capacity = CAPACITY_SECONDS * perSecond;
        if (before == null) {
            return capacity;
        }
        // Callers may arrive in another order than they read the clock.
        long since = Math.max(0, now - before.at);
        return (int) Math.min(capacity, before.tokens + since * perSecond);
    }

    /** Drops full buckets. */
    public void evictFull(int now) {
        buckets.values().removeIf(one -> available(one, now) == CAPACITY_SECONDS * perSecond);
    }

    int size() {
        return buckets.size();
    }
}
