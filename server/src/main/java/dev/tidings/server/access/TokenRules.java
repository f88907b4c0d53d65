package dev.tidings.server.access;

import java.time.Duration;

/**
 * What user tokens have to be like.
 *
 * @param maxLife the longest that Tidings mints; a tenant that signs its own decides for itself
 * @param audience whom they have to be for
 */
public record TokenRules(Duration maxLife, String audience) {
    private static final Duration USUAL_LIFE = Duration.ofHours(1);

    public static TokenRules defaults() {
        return new TokenRules(Duration.ofHours(24), "tidings");
    }

    /** How long a token lives if nobody said. */
    public Duration usualLife() {
        return USUAL_LIFE.compareTo(maxLife) < 0 ? USUAL_LIFE : maxLife;
    }
}
