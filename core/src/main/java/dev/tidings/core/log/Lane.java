package dev.tidings.core.log;

import dev.tidings.core.model.Priority;

/** The queue of one stage and one priority. A lane never waits for a less urgent lane of its stage. */
public record Lane(Stage stage, Priority priority) {}
