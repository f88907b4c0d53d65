package dev.tidings.server.inbox;

import static dev.tidings.server.TestService.user;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.model.ResultPage;
import dev.tidings.server.TestService;
import dev.tidings.testkit.SteppedClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a first page, cached or not, is never older than an acknowledged change. */
class FirstPageCacheTest {
    private static final int LIMIT = 5;

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
    void page_isCachedUntilSomethingChanges() {
        UUID id = tidings.sendTo("bob", "a");
        byte[] page = firstPage("bob");
        assertThat(firstPage("bob")).isSameAs(page);
        tidings.sendTo("eve", "to somebody else");
        assertThat(firstPage("bob")).isSameAs(page);
        assertThat(tidings.unread("bob")).isEqualTo(1);
        assertThat(firstPage("bob")).as("counting changes nothing").isSameAs(page);
        tidings.service().pipeline().inbox().mark(user("bob"), id, Mark.READ).join();
        assertThat(firstPage("bob")).isNotEqualTo(page);
    }

    @Test
    void cachedPage_isOfOneLimit() {
        for (int i = 0; i < 4; i++) {
            tidings.sendTo("bob", "number " + i);
        }
        assertThat(firstPage("bob", 2)).isEqualTo(read("bob", 2));
        assertThat(firstPage("bob", 3)).isEqualTo(read("bob", 3));
        assertThat(firstPage("bob", 2)).isEqualTo(read("bob", 2));
    }

    @Test
    void pageWithSharedContent_isNotCached() {
        tidings.send("{\"to\":{\"users\":[\"bob\",\"eve\"]},\"title\":\"to both\"}");
        tidings.drain();
        assertThat(firstPage("bob")).isNotSameAs(firstPage("bob")).isEqualTo(read("bob", LIMIT));
    }

    @Test
    void withoutMemory_everyPageIsRead() {
        tidings.close();
        tidings = TestService.in(folder)
                .clock(clock)
                .option("TIDINGS_INBOX_PAGE_CACHE", "0")
                .start();
        tidings.sendTo("bob", "a");
        assertThat(firstPage("bob")).isEqualTo(read("bob", LIMIT));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void page_equalsAFreshReadAfterAnyHistory(long seed) {
        Random random = new Random(seed);
        List<UUID> sent = new ArrayList<>();
        for (int step = 0; step < 150; step++) {
            if (sent.isEmpty() || random.nextInt(3) == 0) {
                Instant expires = clock.instant().plusSeconds(1 + random.nextInt(200));
                sent.add(tidings.send("{\"to\":{\"user\":\"bob\"},\"title\":\"number " + step + "\""
                        + (random.nextBoolean() ? ",\"expiresAt\":\"" + expires + "\"" : "") + "}"));
                tidings.drain();
            } else if (random.nextInt(5) == 0) {
                clock.advance(Duration.ofSeconds(random.nextInt(120)));
            } else if (random.nextInt(10) == 0) {
                tidings.service().pipeline().inbox().markAllRead(user("bob")).join();
            } else {
                UUID id = sent.get(random.nextInt(sent.size()));
                Mark mark = Mark.values()[random.nextInt(Mark.values().length)];
                tidings.service().pipeline().inbox().mark(user("bob"), id, mark).join();
            }
            assertThat(firstPage("bob")).as("step %d", step).isEqualTo(read("bob", LIMIT));
        }
    }

    @Test
    void page_isNeverOlderThanAnAcknowledgedChange() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread reader = new Thread(() -> {
                while (!over.get()) {
                    firstPage("bob");
                }
            });
            reader.start();
            readers.add(reader);
        }
        try {
            for (int i = 0; i < 200; i++) {
                UUID id = tidings.sendTo("bob", "number " + i);
                assertThat(text(firstPage("bob"))).contains(id.toString());
                tidings.service()
                        .pipeline()
                        .inbox()
                        .mark(user("bob"), id, Mark.ARCHIVED)
                        .join();
                assertThat(text(firstPage("bob"))).doesNotContain(id.toString());
            }
        } finally {
            over.set(true);
            for (Thread reader : readers) {
                reader.join();
            }
        }
    }

    private byte[] firstPage(String name) {
        return firstPage(name, LIMIT);
    }

    private byte[] firstPage(String name, int limit) {
        return tidings.service()
                .pipeline()
                .inbox()
                .firstPage(user(name), limit, FirstPageCacheTest::written)
                .join();
    }

    private byte[] read(String name, int limit) {
        return written(tidings.page(name, InboxFilter.ALL, limit, Optional.empty()));
    }

    private static byte[] written(ResultPage<InboxItem> page) {
        return page.toString().getBytes(UTF_8);
    }

    private static String text(byte[] page) {
        return new String(page, UTF_8);
    }
}
