package dev.tidings.widecolumn;

import java.util.List;
import java.util.Optional;

/** One page of the rows of a {@link Select}, with the opaque cursor to pass to the next select; empty on the last page. */
public record Page<R extends Record>(List<R> rows, Optional<String> next) {}
