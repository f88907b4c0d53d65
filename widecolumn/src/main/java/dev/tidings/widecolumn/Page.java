package dev.tidings.widecolumn;

import java.util.List;
import java.util.Optional;

/** Some rows of an answer, and where to go on if there are more. */
public record Page<R extends Record>(List<R> rows, Optional<String> next) {}
