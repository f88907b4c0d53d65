package dev.tidings.core.model;

import java.util.List;
import java.util.Optional;

/**
 * One page of a list from the metadata store, with the key to continue from.
 *
 * @param next the key of the last item, after which the next page starts; empty at the end
 */
public record ResultPage<T>(List<T> items, Optional<String> next) {
    public ResultPage {
        items = List.copyOf(items);
    }
}
