package dev.tidings.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.hot.LiveNumber;
import dev.tidings.core.hot.LiveUpdate;
import dev.tidings.core.model.UserKey;
import dev.tidings.core.model.UuidV7;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Tests that an update never carries a count from before its own write. */
class UserSessionsTest {
    private final Deque<CompletableFuture<Long>> reads = new ArrayDeque<>();
    private final UserSessions sessions = new UserSessions(new UserKey("acme", "bob"), user -> {
        CompletableFuture<Long> read = new CompletableFuture<>();
        reads.add(read);
        return read;
    });

    private static LiveUpdate update(int number, OptionalLong unread) {
        UUID id = UuidV7.of(1_764_000_000_000L + number, 0, 0);
        return new LiveUpdate(
                new LiveNumber(1, 2L * number), unread, List.of(InboxChange.marked(id, "read", id, id, number)));
    }

    @Test
    void updateBehindACountThatIsRead_getsOneOfItsOwn() {
        sessions.changed(update(1, OptionalLong.empty()));
        sessions.changed(update(2, OptionalLong.empty()));
        assertThat(reads).hasSize(1);
        reads.poll().complete(1L);
        assertThat(reads)
                .as("the first count may be from before the second update")
                .hasSize(1);
        reads.poll().complete(2L);
        assertThat(reads).isEmpty();
    }

    @Test
    void updatesWithACount_needNoOther() {
        sessions.changed(update(1, OptionalLong.empty()));
        sessions.changed(update(2, OptionalLong.of(5)));
        reads.poll().complete(1L);
        sessions.changed(update(3, OptionalLong.of(6)));
        assertThat(reads).isEmpty();
    }

    @Test
    void failedCount_doesNotBlockLaterUpdates() {
        sessions.changed(update(1, OptionalLong.empty()));
        reads.poll().completeExceptionally(new IllegalStateException("no answer"));
        sessions.changed(update(2, OptionalLong.empty()));
        assertThat(reads).hasSize(1);
    }
}
