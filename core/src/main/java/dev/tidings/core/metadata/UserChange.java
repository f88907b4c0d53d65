package dev.tidings.core.metadata;

import java.util.Optional;

/** The new profile of one user, as input of the metadata store: every field is replaced, and an empty one is removed. */
public record UserChange(
        String user,
        Optional<String> email,
        Optional<String> phone,
        Optional<String> webhook,
        Optional<String> locale,
        Optional<String> timeZone) {}
