package dev.tidings.server.explain;

import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.inbox.InvalidCursorException;
import dev.tidings.tables.Columns;
import dev.tidings.tables.NotificationDetailsRow;
import dev.tidings.tables.RecipientRow;
import dev.tidings.widecolumn.Engine;
import dev.tidings.widecolumn.InvalidValueException;
import dev.tidings.widecolumn.Select;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Reads the recipients of a notification: shard after shard, and by user id within a shard. Merging 256 shards would cost as many reads for
 * every page.
 */
final class RecipientList {
    /** Between the shard and the cursor within it. A cursor of the first shard has neither. */
    private static final char SEPARATOR = '~';

    private final Engine engine;

    RecipientList(Engine engine) {
        this.engine = engine;
    }

    /**
     * The query for the page that a cursor leads to.
     *
     * @throws InvalidCursorException if the cursor is of another query
     */
    static Select<RecipientRow> select(String tenant, UUID id, int limit, Optional<String> cursor) {
        String text = cursor.orElse("");
        int separator = text.indexOf(SEPARATOR);
        try {
            int shard = separator < 0 ? 0 : Integer.parseInt(text.substring(0, separator));
            if (shard < 0 || shard >= Columns.USER_SHARDS) {
                throw new InvalidCursorException();
            }
            Select<RecipientRow> select = select(tenant, id, shard, limit);
            String within = text.substring(separator + 1);
            return within.isEmpty() ? select : select.after(within);
        } catch (InvalidValueException | NumberFormatException malformed) {
            throw new InvalidCursorException();
        }
    }

    private static Select<RecipientRow> select(String tenant, UUID id, int shard, int limit) {
        return RecipientRow.TABLE.select(RecipientRow.PAGE, tenant, id, shard).limit(limit);
    }

    private static String cursor(int shard, String within) {
        return shard == 0 ? within : Integer.toString(shard) + SEPARATOR + within;
    }

    CompletableFuture<ResultPage<String>> page(NotificationDetailsRow details, Select<RecipientRow> start) {
        int shard = (Integer) start.values()[RecipientRow.TABLE.positionOf(RecipientRow.SHARD)];
        return addFrom(shard, start, details, new ArrayList<>());
    }

    private CompletableFuture<ResultPage<String>> addFrom(
            int shard, Select<RecipientRow> select, NotificationDetailsRow details, List<String> found) {
        return engine.read(select).thenCompose(page -> {
            page.rows().forEach(row -> found.add(row.userId()));
            if (page.next().isPresent()) {
                return done(found, page.next().map(within -> cursor(shard, within)));
            }
            int next = shard + 1;
            if (next >= shards(details)) {
                return done(found, Optional.empty());
            }
            int missing = select.limit() - page.rows().size();
            return missing == 0
                    ? done(found, Optional.of(cursor(next, "")))
                    : addFrom(next, select(details.tenant(), details.notificationId(), next, missing), details, found);
        });
    }

    private static CompletableFuture<ResultPage<String>> done(List<String> found, Optional<String> cursor) {
        return CompletableFuture.completedFuture(new ResultPage<>(found, cursor));
    }

    CompletableFuture<Boolean> contains(NotificationDetailsRow details, String user) {
        int shard = RecipientRow.shard(shards(details), new UserKey(details.tenant(), user).partition());
        return engine.readOne(RecipientRow.TABLE.select(
                        RecipientRow.ONE, details.tenant(), details.notificationId(), shard, user))
                .thenApply(Optional::isPresent);
    }

    private static int shards(NotificationDetailsRow details) {
        return details.recipientShards() == null ? 1 : details.recipientShards();
    }
}
