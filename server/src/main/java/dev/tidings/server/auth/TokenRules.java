package dev.tidings.server.auth;

import java.time.Duration;

/**
 * The lifetime limit and the audience that {@link UserTokens} applies to the tokens of end users.
 *
 * @param maxLife the longest lifetime of a token that Tidings mints; a tenant that signs its own chooses freely
 * @param audience the required {@code aud} claim
 */
public record TokenRules(Duration maxLife, String audience) {
    private static final Duration DEFAULT_LIFE = Duration.ofHours(1);

    public static TokenRules defaults() {
        return new TokenRules(Duration.ofHours(24), "tidings");
    }

    /** The lifetime of a token whose request names none. */
    public Duration defaultLife() {
        return DEFAULT_LIFE.compareTo(maxLife) < 0 ? DEFAULT_LIFE : maxLife;
    }
}
