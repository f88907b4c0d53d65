package dev.tidings.core.log;

import dev.tidings.core.model.Priority;

/** One queue of the log, which waits for no other lane of its stage that is less urgent. */
public record Lane(Stage stage, Priority priority) {}
