package dev.tidings.widecolumn.check;

import dev.tidings.widecolumn.KeyFit;
import dev.tidings.widecolumn.Query;
import java.util.Optional;

/**
 * The design check's verdict on one query of a table: whether its key serves the query, and why not.
 *
 * @param elsewhere another checked table whose key serves the query, if this one's does not
 */
public record QueryVerdict(Query query, KeyFit fit, Optional<String> elsewhere) {
    public boolean served() {
        return fit.verdict().served();
    }
}
