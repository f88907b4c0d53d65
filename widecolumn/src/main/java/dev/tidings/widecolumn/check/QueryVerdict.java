package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.KeyFit;
import dev.tidings.widecolumn.Query;
import java.util.Optional;

/**
 * Whether the key of a table answers one of its queries.
 *
 * @param elsewhere another of the checked tables whose key does, if this one's does not
 */
public record QueryVerdict(Query query, KeyFit fit, Optional<String> elsewhere) {
    public boolean served() {
        return fit.verdict().served();
    }
}
