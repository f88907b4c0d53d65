package dev.tidings.metadata.sql;

import dev.tidings.core.model.ResultPage;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Result;
import org.jooq.impl.DSL;

/**
 * Builds the condition, the row limit and the {@link ResultPage} of a list query with keyset pagination: each page starts after the last
 * key of the previous one, whatever was inserted in between.
 */
final class KeysetPages {
    private KeysetPages() {}

    static Condition after(Field<String> key, Optional<String> last) {
        return last.map(key::gt).orElseGet(DSL::noCondition);
    }

    /** One row more than requested shows whether there is a next page. */
    static int rows(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit is " + limit + "; expected at least 1");
        }
        return limit + 1;
    }

    static <T> ResultPage<T> of(Result<Record> rows, int limit, Function<Record, T> item, Function<T, String> key) {
        boolean more = rows.size() > limit;
        List<T> items = rows.stream().limit(limit).map(item).toList();
        return new ResultPage<>(items, more ? Optional.of(key.apply(items.get(limit - 1))) : Optional.empty());
    }
}
