package dev.tidings.server.feed;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.model.UserKey;
import dev.tidings.tables.Buckets;
import dev.tidings.tables.InboxFeedRow;
import dev.tidings.widecolumn.Upsert;
import java.util.UUID;

/** Builds the rows of the change feed, and computes the identity by which a change with two rows is sent once. */
public final class FeedRows {
    private FeedRows() {}

    public static Upsert row(UserKey user, InboxChange change) {
        return InboxFeedRow.TABLE.upsert(new InboxFeedRow(
                user.tenant(),
                user.user(),
                Buckets.month(change.id()),
                change.id(),
                change.kind(),
                change.position(),
                change.notification(),
                change.from(),
                change.isAdded() ? null : (Long) change.markedAt()));
    }

    /** The change in a row, without the added item. */
    public static InboxChange change(InboxFeedRow row) {
        return new InboxChange(
                row.changeId(),
                row.kind(),
                row.position(),
                row.notificationId(),
                row.fromPosition(),
                row.markedAt() == null ? 0 : row.markedAt(),
                null);
    }

    /** A hash of what the change is, whatever its id. In cursors of clients, so it never changes. */
    public static long identity(InboxChange change) {
        HashStream64 hash = Hashing.xxh3_64().hashStream().putString(change.kind());
        put(hash, change.notification() == null ? change.position() : change.notification());
        return hash.putLong(change.markedAt()).getAsLong();
    }

    private static void put(HashStream64 hash, UUID id) {
        hash.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }
}
