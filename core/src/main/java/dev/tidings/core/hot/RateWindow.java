package dev.tidings.core.hot;

import dev.tidings.core.model.UserKey;

/**
 * What a rate limit is counted in.
 *
 * @param type the name of the notification type
 * @param hour since 1970
 */
public record RateWindow(UserKey user, String type, int hour) {}
