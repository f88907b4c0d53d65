package dev.tidings.server.intake;

import dev.tidings.core.model.Target;
import dev.tidings.server.config.Config;

/**
 * Size limits of a request, some of them options. Bytes are those of the UTF-8 text that is stored, not of the JSON that was received.
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
    /** The longest idempotency key, in characters. */
    public static final int MAX_IDEMPOTENCY_KEY = 255;

    private static final int MAX_DEEP_LINK_BYTES = 2 << 10;
    private static final int MAX_USER_ID_BYTES = 128;

    public static RequestLimits of(Config.Limits limits) {
        return new RequestLimits(
                limits.maxTitleBytes().intBytes(),
                limits.maxBodyBytes().intBytes(),
                limits.maxDataBytes().intBytes(),
                MAX_DEEP_LINK_BYTES,
                MAX_USER_ID_BYTES,
                Target.Users.MAX_USERS,
                MAX_IDEMPOTENCY_KEY);
    }

    /** For requests accepted earlier: a limit that was lowered since must not make them unreadable. */
    static RequestLimits none() {
        int none = Integer.MAX_VALUE;
        return new RequestLimits(none, none, none, none, none, none, none);
    }
}
