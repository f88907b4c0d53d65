package dev.tidings.core.hot;

import dev.tidings.core.model.UserKey;

/**
 * The key of one rate limit window: one user, one notification type, one hour. It holds no count; see {@link RateWindows}.
 *
 * @param type the name of the notification type
 * @param hour hours since 1970
 */
public record RateWindow(UserKey user, String type, int hour) {}
