package dev.tidings.server.inbox;

import dev.tidings.core.hot.UnreadCounts;
import dev.tidings.core.model.Content;
import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UserKey;
import dev.tidings.server.erasure.ErasedUsers;
import dev.tidings.server.pipeline.StageProcessor;
import dev.tidings.server.storage.Storage;
import dev.tidings.tables.InboxRow;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The inboxes of users, read from and written to the wide-column tables. Pages are scanned row by row through the filter; marks, counts and
 * histories are delegated.
 */
public final class TableInbox implements Inbox {
    /** The maximum number of rows scanned for one page: with a sparse filter a page may be short, with a cursor to continue. */
    private static final int MAX_SCANNED_ROWS = 5_000;

    /** Small enough to be read at once from memory; longer scans give way to other work between chunks. */
    private static final int FIRST_CHUNK = 100;

    private static final int CHUNK = 200;

    private final InstantSource clock;
    private final InboxRows rows;
    private final SharedContent contents;
    private final InboxMarks marks;
    private final UnreadCounter counter;
    private final FirstPageCache firstPages;
    private final InboxHistory history;
    private final StageProcessor markStage;

    /** @param pageBytes the memory limit of the first-page cache */
    public TableInbox(Storage storage, ErasedUsers erased, long pageBytes, MarkListener marked) {
        this.clock = storage.clock();
        this.rows = new InboxRows(storage.engine(), clock, storage.ids());
        this.contents = new SharedContent(storage.engine());
        this.marks =
                new InboxMarks(storage, rows, marked, unclear -> storage.log().append(List.of(unclear.entry())));
        UnreadCounts counts = storage.hot().unread();
        this.counter = new UnreadCounter(rows, counts, clock);
        this.firstPages = new FirstPageCache(counts, clock, pageBytes);
        this.history = new InboxHistory(storage.engine(), clock, storage.ids());
        this.markStage = new MarkStage(marks, erased);
    }

    /** The stage of the pipeline that writes marks again whose outcome was unknown. */
    public StageProcessor markStage() {
        return markStage;
    }

    @Override
    public CompletableFuture<ResultPage<InboxItem>> page(
            UserKey user, InboxFilter filter, int limit, Optional<String> cursor) {
        Scan scan = new Scan(user, filter, limit, clock.instant());
        InboxRows.InboxPosition start = cursor.map(text -> rows.before(PageCursor.parse(text, scan.query)))
                .orElseGet(rows::newest);
        return scan.from(start).thenCompose(done -> contents.load(scan.found)).thenApply(scan::listing);
    }

    @Override
    public CompletableFuture<byte[]> firstPage(
            UserKey user, int limit, Function<ResultPage<InboxItem>, byte[]> writing) {
        return firstPages.page(user, limit, () -> {
            Scan scan = new Scan(user, InboxFilter.ALL, limit, clock.instant());
            return scan.from(rows.newest())
                    .thenCompose(done -> contents.load(scan.found))
                    .thenApply(shared ->
                            new FirstPageCache.LoadedPage(writing.apply(scan.listing(shared)), scan.validUntil()));
        });
    }

    @Override
    public CompletableFuture<Boolean> mark(UserKey user, UUID notification, Mark mark) {
        return marks.mark(user, notification, mark);
    }

    @Override
    public CompletableFuture<Long> markAllRead(UserKey user) {
        return marks.allRead(user);
    }

    @Override
    public CompletableFuture<Long> unread(UserKey user) {
        return counter.unread(user);
    }

    @Override
    public CompletableFuture<ResultPage<HistoryItem>> history(
            UserKey user, Instant since, int limit, Optional<String> cursor) {
        return history.page(user, since, limit, cursor);
    }

    /** The scan for one page. */
    private final class Scan {
        private final UserKey user;
        private final InboxFilter filter;
        private final int limit;
        private final String query;
        private final Instant now;
        private final List<InboxRow> found = new ArrayList<>();
        private int scanned;
        /** The position of the last scanned row, if there may be more. */
        private Optional<UUID> more = Optional.empty();

        Scan(UserKey user, InboxFilter filter, int limit, Instant now) {
            this.user = user;
            this.filter = filter;
            this.limit = limit;
            this.query = "inbox " + filter + " " + user.tenant() + " " + user.user();
            this.now = now;
        }

        CompletableFuture<Void> from(InboxRows.InboxPosition inboxPosition) {
            // Mostly the next rows are the page; once archived rows were met, whole chunks are read.
            boolean all = filter == InboxFilter.ALL && scanned == found.size();
            int chunk = scanned == 0 ? FIRST_CHUNK : CHUNK;
            return rows.read(user, inboxPosition, all ? Math.max(1, limit - found.size()) : chunk)
                    .thenCompose(this::take);
        }

        private CompletableFuture<Void> take(InboxRows.InboxChunk chunk) {
            for (InboxRow row : chunk.rows()) {
                if (matches(row)) {
                    if (found.size() == limit) {
                        return endAfter(Optional.of(found.get(limit - 1).position()));
                    }
                    found.add(row);
                }
                scanned++;
            }
            if (chunk.before().isEmpty()) {
                return endAfter(Optional.empty());
            }
            InboxRows.InboxPosition before = chunk.before().get();
            if (before.position().isPresent() && found.size() == limit) {
                return endAfter(before.position());
            }
            if (scanned >= MAX_SCANNED_ROWS) {
                return endAfter(before.position().or(() -> lastOf(chunk)));
            }
            return from(before);
        }

        private CompletableFuture<Void> endAfter(Optional<UUID> last) {
            more = last;
            return CompletableFuture.completedFuture(null);
        }

        private Optional<UUID> lastOf(InboxRows.InboxChunk chunk) {
            List<InboxRow> read = chunk.rows();
            return read.isEmpty()
                    ? Optional.empty()
                    : Optional.of(read.get(read.size() - 1).position());
        }

        private boolean matches(InboxRow row) {
            if (!InboxRows.visible(row, now)) {
                return false;
            }
            return switch (filter) {
                case ALL -> row.archivedAt() == null;
                case UNREAD -> row.archivedAt() == null && row.readAt() == null;
                case ARCHIVED -> row.archivedAt() != null;
            };
        }

        /** The time at which the first item of the page expires; empty if it has shared content, which can change any time. */
        Optional<Instant> validUntil() {
            Instant first = Instant.MAX;
            for (InboxRow row : found) {
                if (row.contentLocale() != null) {
                    return Optional.empty();
                }
                Instant gone = InboxRows.expiryOf(row);
                first = gone.isBefore(first) ? gone : first;
            }
            return Optional.of(first);
        }

        ResultPage<InboxItem> listing(Map<UUID, Content> shared) {
            List<InboxItem> items =
                    found.stream().map(row -> InboxItem.of(row, shared)).toList();
            return new ResultPage<>(items, more.map(position -> PageCursor.after(position, query)));
        }
    }
}
