package dev.tidings.core.metadata;

import java.util.Optional;

/** A replacement of a user's profile: every field is replaced, and an empty one is removed. */
public record UserChange(
        String user,
        Optional<String> email,
        Optional<String> phone,
        Optional<String> webhook,
        Optional<String> locale,
        Optional<String> timeZone) {}
