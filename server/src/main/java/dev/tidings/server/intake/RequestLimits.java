package dev.tidings.server.intake;

import dev.tidings.core.model.Target;

/**
 * Size limits of a request. Bytes are those of the UTF-8 text that is stored, not of the JSON that was received.
 *
 * @param title bytes
 * @param body bytes
 * @param data bytes of the JSON as received
 * @param deepLink bytes
 * @param userId bytes
 * @param users the number of users
 * @param idempotencyKey characters
 */
public record RequestLimits(int title, int body, int data, int deepLink, int userId, int users, int idempotencyKey) {

    public static RequestLimits defaults() {
        return new RequestLimits(1 << 10, 64 << 10, 32 << 10, 2 << 10, 128, Target.Users.MAX_USERS, 255);
    }

    /** For requests accepted earlier: a limit that was lowered since must not make them unreadable. */
    static RequestLimits none() {
        int none = Integer.MAX_VALUE;
        return new RequestLimits(none, none, none, none, none, none, none);
    }
}
