package dev.tidings.core.model;

import java.util.LinkedHashSet;
import java.util.List;

/** The recipients of a notification, as named in its request: one user, or a list of users. */
public sealed interface Target {

    /** A single user. */
    record User(String user) implements Target {}

    /** A list of users in the given order, without duplicates. */
    record Users(List<String> users) implements Target {
        /** The maximum length of the list. */
        public static final int MAX_USERS = 1_000;

        public Users {
            users = List.copyOf(new LinkedHashSet<>(users));
        }
    }

    /** The name in responses and tables. */
    default String kind() {
        return this instanceof User ? "user" : "users";
    }
}
