package dev.tidings.server.inbox;

import java.util.List;
import java.util.Optional;

/** A page of a list, with the cursor of the next page; no cursor at the end. */
public record CursorPage<T>(List<T> items, Optional<String> next) {
    public CursorPage {
        items = List.copyOf(items);
    }
}
