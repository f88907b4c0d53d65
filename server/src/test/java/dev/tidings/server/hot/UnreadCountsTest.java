package dev.tidings.server.hot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.UserKey;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class UnreadCountsTest {
    private static final UserKey USER = new UserKey("acme", "usr_1");
    private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
    private static final Instant NEVER = Instant.MAX;

    private final UnreadCounts counts = new UnreadCounts(100);

    @Test
    void aCountIsKeptAndFollowsWrites() {
        count(3);
        add(1, NEVER);
        add(-2, NEVER);
        assertThat(counts.find(USER, NOW)).hasValue(2);
    }

    @Test
    void aCountTakenWhileSomebodyWritesIsNotKept() {
        long ticket = counts.ticket(USER);
        counts.writing(USER);
        counts.counted(USER, ticket, 3, NEVER);
        assertThat(counts.find(USER, NOW)).isEmpty();
        counts.written(USER, 1, NEVER);
        assertThat(counts.find(USER, NOW)).isEmpty();
    }

    @Test
    void aCountBegunWhileSomebodyWroteIsNotKept() {
        counts.writing(USER);
        long ticket = counts.ticket(USER);
        counts.written(USER, 1, NEVER);
        counts.counted(USER, ticket, 3, NEVER);
        assertThat(counts.find(USER, NOW)).isEmpty();
    }

    @Test
    void aWriteThatBeganAndEndedDuringTheCountSpoilsIt() {
        long ticket = counts.ticket(USER);
        counts.writing(USER);
        counts.written(USER, 1, NEVER);
        counts.counted(USER, ticket, 3, NEVER);
        assertThat(counts.find(USER, NOW)).isEmpty();
    }

    @Test
    void aWriteOfUnknownOutcomeForgetsTheCount() {
        count(3);
        counts.writing(USER);
        counts.writtenPerhaps(USER);
        assertThat(counts.find(USER, NOW)).isEmpty();
    }

    @Test
    void aCountHoldsUntilSomethingInItExpires() {
        count(3);
        add(1, NOW.plusSeconds(10));
        assertThat(counts.find(USER, NOW.plusSeconds(9))).hasValue(4);
        assertThat(counts.find(USER, NOW.plusSeconds(10))).isEmpty();
    }

    @Test
    void noMoreThanTheBoundIsKept() {
        for (int i = 0; i < 1_000; i++) {
            UserKey user = new UserKey("acme", "usr_" + i);
            counts.counted(user, counts.ticket(user), 1, NOW.plus(Duration.ofDays(1)));
        }
        long kept = 0;
        for (int i = 0; i < 1_000; i++) {
            kept += counts.find(new UserKey("acme", "usr_" + i), NOW).isPresent() ? 1 : 0;
        }
        assertThat(kept).isBetween(50L, 100L);
    }

    private void count(long unread) {
        counts.counted(USER, counts.ticket(USER), unread, NEVER);
    }

    private void add(long change, Instant expires) {
        counts.writing(USER);
        counts.written(USER, change, expires);
    }
}
