package dev.tidings.server.inbox;

import dev.tidings.core.model.Content;
import dev.tidings.tables.ContentRow;
import dev.tidings.tables.InboxRow;
import dev.tidings.widecolumn.Engine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Finds what the rows of an inbox say: in the row itself, or stored once for all who got it. */
final class SharedContent {
    private static final Content GONE = new Content(null, null, null, null);

    private final Engine engine;

    SharedContent(Engine engine) {
        this.engine = engine;
    }

    /** What stands in the row itself; empty if it is stored once for all. */
    static Optional<Content> inline(InboxRow row) {
        return row.contentLocale() == null
                ? Optional.of(new Content(row.title(), row.body(), row.data(), row.deepLink()))
                : Optional.empty();
    }

    /** By notification id, for all that have it elsewhere. */
    CompletableFuture<Map<UUID, Content>> of(List<InboxRow> rows) {
        Map<UUID, CompletableFuture<Content>> asked = new HashMap<>();
        for (InboxRow row : rows) {
            if (row.contentLocale() != null) {
                asked.computeIfAbsent(row.notificationId(), id -> read(row));
            }
        }
        if (asked.isEmpty()) {
            return CompletableFuture.completedFuture(Map.of());
        }
        Map<UUID, Content> contents = new HashMap<>();
        return CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new))
                .thenApply(all -> {
                    asked.forEach((id, content) -> contents.put(id, content.join()));
                    return contents;
                });
    }

    private CompletableFuture<Content> read(InboxRow row) {
        return engine.readOne(ContentRow.TABLE.select(
                        ContentRow.ONE, row.tenant(), row.notificationId(), row.contentLocale()))
                .thenApply(found -> found.map(content ->
                                new Content(content.title(), content.body(), content.data(), content.deepLink()))
                        .orElse(GONE));
    }
}
