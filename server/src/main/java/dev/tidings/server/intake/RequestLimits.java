package dev.tidings.server.intake;

import dev.tidings.core.model.Target;

/**
 * How large the parts of a request may be. Bytes are those of UTF-8, which is what is stored, not those of the JSON they came in.
 *
 * @param title bytes
 * @param body bytes
 * @param data bytes of the JSON as it came
 * @param deepLink bytes
 * @param userId bytes
 * @param users how many
 * @param idempotencyKey characters
 */
public record RequestLimits(int title, int body, int data, int deepLink, int userId, int users, int idempotencyKey) {

    public static RequestLimits defaults() {
        return new RequestLimits(1 << 10, 64 << 10, 32 << 10, 2 << 10, 128, Target.Users.MOST, 255);
    }

    /** For what was accepted before: a limit that was lowered since must not make it unreadable. */
    static RequestLimits none() {
        int none = Integer.MAX_VALUE;
        return new RequestLimits(none, none, none, none, none, none, none);
    }
}
