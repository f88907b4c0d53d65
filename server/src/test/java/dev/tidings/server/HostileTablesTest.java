package dev.tidings.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.core.hot.InboxChange;
import dev.tidings.server.inbox.FeedItem;
import dev.tidings.server.inbox.InboxFeed;
import dev.tidings.server.inbox.InboxFilter;
import dev.tidings.server.inbox.InboxItem;
import dev.tidings.server.inbox.Mark;
import dev.tidings.testkit.hostile.HostileEngine;
import dev.tidings.testkit.hostile.HostileFaults;
import dev.tidings.widecolumn.WriteClock;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs a random history of sends and marks on tables that do the worst a healthy engine may do, and compares what each user sees with a
 * model: inbox, unread count and change feed.
 */
class HostileTablesTest {
    private static final int USERS = 4;
    private static final int STEPS = 60;

    @TempDir
    private Path folder;

    private TestService service;
    private UUID start;
    /** For each user the marks of each notification, by id. */
    private final Map<String, Map<UUID, Mark>> model = new TreeMap<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void healthyCluster_showsEverythingOnce(long seed) {
        run(seed);
    }

    private void run(long seed) {
        service = TestService.in(folder)
                .tables(real -> new HostileEngine(
                        real, new WriteClock(InstantSource.system(), 0)::next, HostileFaults.HEALTHY, seed))
                .start();
        try {
            start = service.service().storage().ids().next();
            Random random = new Random(seed);
            for (int step = 0; step < STEPS; step++) {
                if (random.nextInt(3) > 0) {
                    send(random, step);
                } else {
                    service.drain();
                    mark(random);
                }
            }
            service.drain();
            model.keySet().forEach(this::assertSeen);
        } finally {
            service.close();
        }
    }

    private void send(Random random, int step) {
        List<String> users = new ArrayList<>();
        for (int user = 0; user < USERS; user++) {
            if (random.nextBoolean()) {
                users.add("user" + user);
            }
        }
        if (users.isEmpty()) {
            users.add("user0");
        }
        String to = users.size() == 1
                ? "{\"user\":\"" + users.get(0) + "\"}"
                : "{\"users\":[\"" + String.join("\",\"", users) + "\"]}";
        UUID id = service.send("{\"to\":" + to + ",\"title\":\"step " + step + "\"}");
        users.forEach(user ->
                model.computeIfAbsent(user, any -> new LinkedHashMap<>()).put(id, Mark.UNREAD));
    }

    private void mark(Random random) {
        if (model.isEmpty()) {
            return;
        }
        List<String> users = List.copyOf(model.keySet());
        String user = users.get(random.nextInt(users.size()));
        List<UUID> items = List.copyOf(model.get(user).keySet());
        UUID item = items.get(random.nextInt(items.size()));
        Mark mark = random.nextBoolean() ? Mark.READ : Mark.UNREAD;
        assertThat(service.service()
                        .pipeline()
                        .inbox()
                        .mark(TestService.user(user), item, mark)
                        .join())
                .as("%s is in the inbox of %s", item, user)
                .isTrue();
        model.get(user).put(item, mark);
    }

    private void assertSeen(String user) {
        Map<UUID, Mark> expected = model.get(user);
        List<InboxItem> inbox = service.inbox(user, InboxFilter.ALL);
        assertThat(inbox)
                .as("inbox of %s", user)
                .extracting(InboxItem::id)
                .containsExactlyInAnyOrderElementsOf(expected.keySet());
        assertThat(inbox)
                .allSatisfy(item -> assertThat(item.readAt() != null)
                        .as("%s read", item.id())
                        .isEqualTo(expected.get(item.id()) == Mark.READ));
        assertThat(service.service()
                        .pipeline()
                        .inbox()
                        .unread(TestService.user(user))
                        .join())
                .as("unread of %s", user)
                .isEqualTo(expected.values().stream()
                        .filter(mark -> mark == Mark.UNREAD)
                        .count());
        assertThat(added(user)).as("feed of %s", user).containsExactlyInAnyOrderElementsOf(expected.keySet());
    }

    private List<UUID> added(String user) {
        List<UUID> found = new ArrayList<>();
        UUID from = start;
        InboxFeed.FeedPage page;
        do {
            page = service.service()
                    .pipeline()
                    .feed()
                    .after(TestService.user(user), from, 7)
                    .join();
            page.items().stream()
                    .map(FeedItem::change)
                    .filter(InboxChange::isAdded)
                    .map(InboxChange::notification)
                    .forEach(found::add);
            from = page.upTo();
        } while (page.hasMore());
        return found;
    }
}
