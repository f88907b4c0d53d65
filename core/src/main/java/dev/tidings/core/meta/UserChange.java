package dev.tidings.core.meta;

import java.util.Optional;

/** What to write about a user: every field is replaced, and an empty one is removed. */
public record UserChange(
        String user,
        Optional<String> email,
        Optional<String> phone,
        Optional<String> webhook,
        Optional<String> locale,
        Optional<String> timeZone) {}
