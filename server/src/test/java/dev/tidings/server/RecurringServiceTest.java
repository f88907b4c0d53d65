package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.metadata.MissedPolicy;
import dev.tidings.server.inbox.InboxItem;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** End-to-end tests of recurring schedules, from the definition to the inbox, through the real scheduler. */
class RecurringServiceTest {
    @TempDir
    Path folder;

    /** Half a minute past, so that no occurrence is only seconds away. */
    private final SteppedClock clock =
            new SteppedClock(Instant.now().truncatedTo(ChronoUnit.MINUTES).plusSeconds(30));

    private TestService tidings;

    @BeforeEach
    void start() {
        tidings = new TestService(folder, clock);
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    private void put(String user, String title, MissedPolicy missed) {
        tidings.tenant().putRecurring(user, "{\"to\":{\"user\":\"" + user + "\"},\"title\":\"" + title + "\"}", missed);
    }

    private void advanceOneMinute() {
        tidings.service().pipeline().recurring().plan();
        clock.advance(Duration.ofMinutes(1));
    }

    private void await(String user, int count) {
        tidings.awaitInbox(user, count);
        assertThat(tidings.inbox(user)).hasSize(count);
    }

    @Test
    void occurrences_arriveOnceAcrossRestarts() {
        put("bob", "hello", MissedPolicy.SKIP);
        for (int i = 1; i <= 4; i++) {
            advanceOneMinute();
            await("bob", i);
            tidings.restart();
        }
        assertThat(tidings.inbox("bob")).extracting(InboxItem::id).doesNotHaveDuplicates();
        assertThat(tidings.unread("bob")).isEqualTo(4);
    }

    @Test
    void editedSchedule_arrivesWithoutDuplicates() {
        put("bob", "old", MissedPolicy.SKIP);
        advanceOneMinute();
        await("bob", 1);
        put("bob", "new", MissedPolicy.SKIP);
        advanceOneMinute();
        await("bob", 2);
        advanceOneMinute();
        await("bob", 3);
        assertThat(tidings.titles("bob")).containsExactly("new", "new", "old");
    }

    @Test
    void clockJump_causesNoDelayAndNoDuplicates() {
        put("bob", "hello", MissedPolicy.SKIP);
        Duration ahead = Duration.ofHours(3);
        clock.advance(ahead);
        tidings.service().pipeline().recurring().plan();
        // Two were planned before and are due by that clock; two more are only slightly late.
        await("bob", 4);
        clock.stepBack(ahead);
        for (int i = 0; i < 2; i++) {
            advanceOneMinute();
        }
        for (int i = 1; i <= 3; i++) {
            advanceOneMinute();
            await("bob", 4 + i);
        }
        assertThat(tidings.inbox("bob")).extracting(InboxItem::id).doesNotHaveDuplicates();
        assertThat(tidings.unread("bob")).isEqualTo(7);
    }

    /** It was small enough when it was created: by a version without that limit, or before a template change. */
    @Test
    void contentTooLargeForAChannel_stillReachesTheInbox() {
        put("bob", "hello\",\"channels\":[\"in_app\",\"push\"],\"body\":\"" + "x".repeat(5_000), MissedPolicy.SKIP);
        advanceOneMinute();
        await("bob", 1);
    }

    @Test
    void pausedOrDeletedSchedule_sendsNothing() {
        for (String user : List.of("paused", "deleted", "goes-on")) {
            put(user, "hello", MissedPolicy.SKIP);
        }
        tidings.service().pipeline().recurring().pause("acme", "paused", true, "test");
        tidings.service().pipeline().recurring().delete("acme", "deleted", "test");
        advanceOneMinute();
        await("goes-on", 1);
        advanceOneMinute();
        await("goes-on", 2);
        tidings.drain();
        assertThat(tidings.inbox("paused")).isEmpty();
        assertThat(tidings.inbox("deleted")).isEmpty();
        tidings.service().pipeline().recurring().pause("acme", "paused", false, "test");
        advanceOneMinute();
        await("paused", 1);
    }

    @Test
    void missedOccurrences_followTheMissedPolicy() {
        put("patient", "x", MissedPolicy.CATCH_UP);
        put("hasty", "x", MissedPolicy.SKIP);
        tidings.close();
        clock.advance(Duration.ofHours(1));
        tidings = new TestService(folder, clock);
        tidings.service().pipeline().recurring().plan();
        await("patient", 60);
        // Two were planned when the service stopped; two are only slightly late.
        await("hasty", 4);
    }
}
