package dev.tidings.widecolumn;

import java.util.List;
import java.util.Optional;

/** A page of rows, with the cursor of the next page if there is one. */
public record Page<R extends Record>(List<R> rows, Optional<String> next) {}
