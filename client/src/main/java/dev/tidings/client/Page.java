package dev.tidings.client;

import java.util.List;

/**
 * A page of a list.
 *
 * @param next the cursor of the next page; null on the last one
 */
public record Page<T>(List<T> items, String next) {
    /** Copies the items. */
    public Page {
        items = items == null ? List.of() : List.copyOf(items);
    }
}
