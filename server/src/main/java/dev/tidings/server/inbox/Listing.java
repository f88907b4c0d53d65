package dev.tidings.server.inbox;

import java.util.List;
import java.util.Optional;

/** Part of a list, and the cursor with which the next part is asked for; no cursor at the end. */
public record Listing<T>(List<T> items, Optional<String> next) {
    public Listing {
        items = List.copyOf(items);
    }
}
