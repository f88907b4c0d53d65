package dev.tidings.core.hot;

import dev.tidings.core.model.UserKey;

/**
 * The key of a rate window: one user, one notification type, one hour.
 *
 * @param type the name of the notification type
 * @param hour hours since 1970
 */
public record RateWindow(UserKey user, String type, int hour) {}
