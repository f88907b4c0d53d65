package dev.tidings.core.model;

import java.util.LinkedHashSet;
import java.util.List;

/** Whom a notification is for. */
public sealed interface Target {

    record User(String user) implements Target {}

    /** In the order given, each once. */
    record Users(List<String> users) implements Target {
        /** The longest list there may be; more people are a topic. */
        public static final int MOST = 1_000;

        public Users {
            users = List.copyOf(new LinkedHashSet<>(users));
        }
    }

    /** Its name in answers and tables. */
    default String kind() {
        return this instanceof User ? "user" : "users";
    }
}
