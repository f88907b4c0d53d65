package dev.tidings.client.model;

import java.util.List;

/**
 * The recipients of a notification: one user, or up to 1,000.
 *
 * @param user null if there are several
 * @param users null if there is one
 */
public record Target(String user, List<String> users) {
    /** Chooses the form by the number of users. */
    public static Target of(List<String> users) {
        return users.size() == 1 ? new Target(users.get(0), null) : new Target(null, List.copyOf(users));
    }
}
