package dev.tidings.server.inbox;

import dev.tidings.core.model.Content;
import dev.tidings.tables.InboxRow;
import dev.tidings.tables.NotificationContentRow;
import dev.tidings.widecolumn.Engine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * Loads the content of inbox rows of notifications to many users, which is stored once for all of them; other rows hold their content
 * themselves.
 */
final class SharedContent {
    private static final Content GONE = new Content(null, null, null, null);

    private final Engine engine;

    SharedContent(Engine engine) {
        this.engine = engine;
    }

    /** The content in the row itself; empty if it is shared. */
    static Optional<Content> inline(InboxRow row) {
        return row.contentLocale() == null
                ? Optional.of(new Content(row.title(), row.body(), row.data(), row.deepLink()))
                : Optional.empty();
    }

    /** Loads the shared contents of these rows, by notification id. */
    CompletableFuture<Map<UUID, Content>> load(List<InboxRow> rows) {
        Map<UUID, CompletableFuture<Content>> reads = new HashMap<>();
        for (InboxRow row : rows) {
            if (row.contentLocale() != null) {
                reads.computeIfAbsent(row.notificationId(), id -> read(row));
            }
        }
        if (reads.isEmpty()) {
            return CompletableFuture.completedFuture(Map.of());
        }
        Map<UUID, Content> contents = new HashMap<>();
        return CompletableFuture.allOf(reads.values().toArray(CompletableFuture[]::new))
                .thenApply(all -> {
                    reads.forEach((id, content) -> contents.put(id, content.join()));
                    return contents;
                });
    }

    private CompletableFuture<Content> read(InboxRow row) {
        return engine.readOne(NotificationContentRow.TABLE.select(
                        NotificationContentRow.ONE, row.tenant(), row.notificationId(), row.contentLocale()))
                .thenApply(found -> found.map(content ->
                                new Content(content.title(), content.body(), content.data(), content.deepLink()))
                        .orElse(GONE));
    }
}
