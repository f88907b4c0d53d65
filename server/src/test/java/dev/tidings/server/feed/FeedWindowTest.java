package dev.tidings.server.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.core.model.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedWindowTest {
    private static final Instant START = Instant.parse("2026-11-18T12:00:00Z");

    private final FeedWindow window = FeedWindow.startingAt(FeedTiming.SHARED, at(0));

    private static UUID at(long millis) {
        return UuidV7.of(START.toEpochMilli() + millis, 0, millis);
    }

    private static Instant time(long seconds) {
        return START.plusSeconds(seconds);
    }

    private static Duration behind(FeedWindow window, Instant now) {
        return Duration.between(UuidV7.time(window.readAfter(now)), now);
    }

    @Test
    void alone_placeIsTheNewestId() {
        FeedWindow alone = FeedWindow.startingAt(FeedTiming.ALONE, at(0));
        alone.sent(at(5), 1);
        assertThat(alone.readAfter(time(1))).isEqualTo(at(5));
        assertThat(alone.isSent(at(5), 2)).isTrue();
        assertThat(alone.cursor().text()).isEqualTo(at(5).toString());
    }

    @Test
    void changeUnderAnotherId_isSent() {
        window.sent(at(5), 7);
        assertThat(window.isSent(at(9), 7)).isTrue();
        assertThat(window.isSent(at(9), 8)).isFalse();
    }

    @Test
    void slowReader_readsAgainFromWhereItBegan() {
        window.verified(time(0));
        window.sent(at(100_000), 1);
        assertThat(UuidV7.time(window.readAfter(time(100)))).isBeforeOrEqualTo(time(0).minusSeconds(20));
        window.verified(time(100));
        assertThat(behind(window, time(100))).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void quietFeed_settles() {
        window.sent(at(1_000), 1);
        assertThat(window.cursor().settled()).isFalse();
        window.verified(time(60));
        assertThat(window.cursor().settled()).isFalse();
        window.verified(time(62));
        assertThat(window.cursor()).isEqualTo(FeedCursor.settledAt(at(1_000)));
        assertThat(window.readAfter(time(62))).isEqualTo(at(1_000));
    }

    @Test
    void cursor_restoresTheWindow() {
        window.sent(at(1_000), 1);
        window.sent(at(2_000), 2);
        FeedCursor cursor = FeedCursor.parse(window.cursor().text()).orElseThrow();
        FeedWindow resumed = new FeedWindow(FeedTiming.SHARED, cursor);
        assertThat(resumed.isSent(at(1_000), 1)).isTrue();
        assertThat(resumed.isSent(at(2_000), 2)).isTrue();
        assertThat(resumed.isSent(at(2_000), 3)).isFalse();
        assertThat(resumed.readAfter(time(5))).isEqualTo(window.readAfter(time(5)));
    }

    /** Clients tell events apart by their cursors. */
    @Test
    void cursorsDiffer_beyondTheirLimit() {
        Set<String> texts = new HashSet<>();
        for (int i = 1; i <= 200; i++) {
            // Every second one becomes visible late.
            window.sent(at(i % 2 == 0 ? i : 10_000 + i), i);
            assertThat(window.cursor().sent()).hasSizeLessThanOrEqualTo(FeedCursor.MAX_SENT);
            texts.add(window.cursor().text());
        }
        assertThat(texts).hasSize(200);
    }

    @Test
    void lateMark_isSupersededByALaterOneOfItsCell() {
        UUID item = at(0);
        window.marked(InboxChange.marked(at(1), "unread", item, item, 20));
        assertThat(window.isSuperseded(InboxChange.marked(at(2), "read", item, item, 10)))
                .isTrue();
        assertThat(window.isSuperseded(InboxChange.marked(at(2), "read", item, item, 30)))
                .isFalse();
        assertThat(window.isSuperseded(InboxChange.marked(at(2), "archived", item, item, 10)))
                .isFalse();
        assertThat(window.isSuperseded(InboxChange.marked(at(2), "read", at(9), at(9), 10)))
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "019ab697-d800-7000-8000-00000000000",
                "019ab697-d800-4000-8000-000000000000",
                "019AB697-D800-7000-8000-000000000000",
                "019ab697-d800-7000-8000-000000000000-",
                "019ab697-d800-7000-8000-000000000000.x",
                "019ab697-d800-7000-8000-000000000000.AAAAAAAAAAB",
            })
    void otherText_isNoCursor(String text) {
        assertThat(FeedCursor.parse(text)).isEmpty();
    }

    @Test
    void tooManyIdentities_areNoCursor() {
        List<Long> many = LongStream.range(0, FeedCursor.MAX_SENT + 1).boxed().toList();
        assertThat(FeedCursor.parse(new FeedCursor(at(0), false, many).text())).isEmpty();
    }
}
