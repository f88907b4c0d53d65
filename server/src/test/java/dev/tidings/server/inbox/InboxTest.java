package dev.tidings.server.inbox;

import static dev.tidings.server.TestService.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidings.core.model.ResultPage;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.TestService;
import dev.tidings.tables.Retention;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of inbox pages, marks and unread counts. */
class InboxTest {
    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock(Instant.parse("2026-11-12T13:14:15.161Z"));
    private TestService tidings;

    @BeforeEach
    void start() {
        tidings = new TestService(folder, clock);
    }

    @AfterEach
    void stop() {
        tidings.close();
    }

    @Test
    void pagesGoBackThroughTheMonthsNewestFirst() {
        List<UUID> sent = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            sent.add(tidings.sendTo("bob", "number " + i));
            clock.advance(Duration.ofDays(2));
        }
        Collections.reverse(sent);
        assertThat(tidings.inbox("bob")).extracting(InboxItem::id).containsExactlyElementsOf(sent);
    }

    @Test
    void aPageThatFitsExactlyHasNoNext() {
        for (int i = 0; i < 5; i++) {
            tidings.sendTo("bob", "number " + i);
        }
        assertThat(tidings.page("bob", InboxFilter.ALL, 5, Optional.empty()).next())
                .isEmpty();
        assertThat(tidings.page("bob", InboxFilter.ALL, 4, Optional.empty()).next())
                .isPresent();
    }

    @Test
    void arrivalsBetweenPages_doNotShiftThem() {
        for (int i = 0; i < 10; i++) {
            tidings.sendTo("bob", "number " + i);
        }
        ResultPage<InboxItem> first = tidings.page("bob", InboxFilter.ALL, 4, Optional.empty());
        tidings.sendTo("bob", "late");
        ResultPage<InboxItem> second = tidings.page("bob", InboxFilter.ALL, 100, first.next());
        assertThat(second.items())
                .extracting(item -> item.content().title())
                .containsExactly("number 5", "number 4", "number 3", "number 2", "number 1", "number 0");
    }

    @Test
    void cursorOfAnotherQuery_isRejected() {
        for (int i = 0; i < 3; i++) {
            tidings.sendTo("bob", "number " + i);
        }
        Optional<String> next =
                tidings.page("bob", InboxFilter.ALL, 1, Optional.empty()).next();
        assertThatThrownBy(() -> tidings.page("bob", InboxFilter.UNREAD, 1, next))
                .isInstanceOf(InvalidCursorException.class);
        assertThatThrownBy(() -> tidings.page("eve", InboxFilter.ALL, 1, next))
                .isInstanceOf(InvalidCursorException.class);
        for (String bad :
                List.of("", "x", "AAAA", "!", next.get() + "A", next.get().substring(1))) {
            assertThatThrownBy(() -> tidings.page("bob", InboxFilter.ALL, 1, Optional.of(bad)))
                    .as(bad)
                    .isInstanceOf(InvalidCursorException.class);
        }
    }

    @Test
    void forgedCursorFromTheFuture_costsNoMoreThanNone() {
        UUID id = tidings.sendTo("bob", "now");
        String cursor = PageCursor.after(UuidV7.of((1L << 48) - 1, 0, 0), "inbox ALL acme bob");
        assertThat(tidings.page("bob", InboxFilter.ALL, 5, Optional.of(cursor)).items())
                .extracting(InboxItem::id)
                .containsExactly(id);
    }

    @Test
    void notificationsFromBeforeAClockStepBack_areListed() {
        clock.advance(Duration.ofDays(40));
        UUID id = tidings.sendTo("bob", "from a clock that was wrong");
        clock.stepBack(Duration.ofDays(40));
        assertThat(ids("bob", InboxFilter.ALL)).containsExactly(id);
        assertThat(tidings.unread("bob")).isEqualTo(1);
        assertThat(tidings.service()
                        .pipeline()
                        .trace()
                        .sent("acme", Instant.EPOCH, 5, Optional.empty())
                        .join()
                        .items())
                .hasSize(1);
        assertThat(tidings.service()
                        .pipeline()
                        .inbox()
                        .history(user("bob"), Instant.EPOCH, 5, Optional.empty())
                        .join()
                        .items())
                .hasSize(1);
    }

    @Test
    void history_continuesWhenItsStartHasExpired() {
        UUID older = tidings.sendTo("bob", "older");
        tidings.sendTo("bob", "newer");
        Instant since = clock.instant().minus(Retention.NOTIFICATIONS).plusSeconds(1);
        Optional<String> next = tidings.service()
                .pipeline()
                .inbox()
                .history(user("bob"), since, 1, Optional.empty())
                .join()
                .next();
        clock.advance(Duration.ofSeconds(2));
        assertThat(tidings.service()
                        .pipeline()
                        .inbox()
                        .history(user("bob"), since, 1, next)
                        .join()
                        .items())
                .extracting(HistoryItem::id)
                .containsExactly(older);
    }

    @Test
    void pageAfterManyArchivedItems_isFull() {
        UUID oldest = tidings.sendTo("bob", "oldest");
        for (int i = 0; i < 250; i++) {
            UUID id = tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"to be archived\"}");
            tidings.drain();
            mark("bob", id, Mark.ARCHIVED);
        }
        assertThat(tidings.page("bob", InboxFilter.ALL, 1, Optional.empty()).items())
                .extracting(InboxItem::id)
                .containsExactly(oldest);
    }

    @Test
    void marksMoveBetweenTheFiltersAndTheCountFollows() {
        UUID a = tidings.sendTo("bob", "a");
        UUID b = tidings.sendTo("bob", "b");
        assertThat(tidings.unread("bob")).isEqualTo(2);
        mark("bob", a, Mark.READ);
        assertThat(tidings.unread("bob")).isEqualTo(1);
        assertThat(ids("bob", InboxFilter.UNREAD)).containsExactly(b);
        mark("bob", a, Mark.READ);
        assertThat(tidings.unread("bob")).as("read twice is read").isEqualTo(1);
        mark("bob", a, Mark.UNREAD);
        assertThat(tidings.unread("bob")).isEqualTo(2);
        mark("bob", b, Mark.ARCHIVED);
        assertThat(tidings.unread("bob")).isEqualTo(1);
        assertThat(ids("bob", InboxFilter.ALL)).containsExactly(a);
        assertThat(ids("bob", InboxFilter.ARCHIVED)).containsExactly(b);
        mark("bob", b, Mark.UNARCHIVED);
        assertThat(tidings.unread("bob")).isEqualTo(2);
        assertThat(ids("bob", InboxFilter.ALL)).containsExactly(b, a);
        tidings.restart();
        assertThat(tidings.unread("bob")).as("counted anew").isEqualTo(2);
    }

    @Test
    void allReadIsEverythingInEveryMonth() {
        for (int i = 0; i < 30; i++) {
            tidings.sendTo("bob", "number " + i);
            clock.advance(Duration.ofDays(2));
        }
        assertThat(tidings.service().pipeline().inbox().markAllRead(user("bob")).join())
                .isEqualTo(30);
        assertThat(tidings.unread("bob")).isZero();
        assertThat(ids("bob", InboxFilter.UNREAD)).isEmpty();
        assertThat(tidings.service().pipeline().inbox().markAllRead(user("bob")).join())
                .isZero();
    }

    @Test
    void missingNotification_cannotBeMarked() {
        UUID bobs = tidings.sendTo("bob", "his");
        assertThat(tidings.service()
                        .pipeline()
                        .inbox()
                        .mark(user("eve"), bobs, Mark.READ)
                        .join())
                .isFalse();
        assertThat(tidings.service()
                        .pipeline()
                        .inbox()
                        .mark(user("bob"), UUID.randomUUID(), Mark.READ)
                        .join())
                .isFalse();
        assertThat(tidings.inbox("eve")).as("no row was made by the attempt").isEmpty();
    }

    @Test
    void unreadCounts_areExactUnderConcurrency() {
        int notifications = 300;
        List<CompletableFuture<?>> pending = new ArrayList<>();
        List<UUID> sent = new ArrayList<>();
        for (int i = 0; i < notifications; i++) {
            sent.add(tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"n\"}"));
            pending.add(tidings.service().pipeline().inbox().unread(user("bob")));
            if (i % 3 == 0) {
                // It may not be routed yet; then there is nothing to mark.
                pending.add(tidings.service().pipeline().inbox().mark(user("bob"), sent.get(i / 2), Mark.READ));
                pending.add(tidings.service().pipeline().inbox().mark(user("bob"), sent.get(i / 3), Mark.ARCHIVED));
                pending.add(tidings.service().pipeline().inbox().mark(user("bob"), sent.get(i / 2), Mark.UNREAD));
            }
        }
        pending.forEach(CompletableFuture::join);
        tidings.drain();
        long cached = tidings.unread("bob");
        assertThat(cached).isEqualTo(ids("bob", InboxFilter.UNREAD).size());
        assertThat(tidings.unread("bob")).isEqualTo(cached);
        tidings.restart();
        assertThat(tidings.unread("bob")).isEqualTo(cached);
    }

    private void mark(String user, UUID id, Mark mark) {
        assertThat(tidings.service()
                        .pipeline()
                        .inbox()
                        .mark(user(user), id, mark)
                        .join())
                .isTrue();
    }

    private List<UUID> ids(String user, InboxFilter filter) {
        return tidings.inbox(user, filter).stream().map(InboxItem::id).toList();
    }
}
