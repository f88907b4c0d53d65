package dev.tidings.server;

import static dev.tidings.server.FrozenFolder.ADA;
import static dev.tidings.server.FrozenFolder.BOB;
import static dev.tidings.server.FrozenFolder.TENANT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.channels.capture.CapturedDelivery;
import dev.tidings.core.delivery.Message;
import dev.tidings.core.log.Stage;
import dev.tidings.core.metadata.Contact;
import dev.tidings.core.model.Channel;
import dev.tidings.core.model.UuidV7;
import dev.tidings.server.explain.DeliveryView;
import dev.tidings.server.explain.Explanation;
import dev.tidings.server.explain.ScheduledItem;
import dev.tidings.server.inbox.InboxFeed;
import dev.tidings.server.inbox.InboxItem;
import dev.tidings.server.pipeline.Quarantine;
import dev.tidings.server.webhook.Endpoint;
import dev.tidings.testkit.SteppedClock;
import dev.tidings.testkit.delivery.simulator.WebhookServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole service on data folders of earlier versions: everything in them is read, and what waits in them goes on once. */
class FrozenFolderTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final SteppedClock clock = new SteppedClock(FrozenFolder.WRITTEN.plusSeconds(60));
    private final CountDownLatch letGo = new CountDownLatch(1);
    private TestService tidings;

    private void open(String frozen) throws IOException {
        FrozenFolder.thaw(frozen, folder);
        tidings = new TestService(folder, clock, FrozenFolder.SETTINGS, real -> new HeldLog(real, letGo));
    }

    @AfterEach
    void stop() {
        letGo.countDown();
        tidings.close();
    }

    /** The feed was a table by day until version 2 of the folder; both are one feed for a client that resumes. */
    @ParameterizedTest
    @ValueSource(strings = {"frozen-folder-1.zip", "frozen-folder-2.zip"})
    void earlierFeed_isReadBeforeTheNewOne(String frozen) throws IOException {
        open(frozen);
        letGo.countDown();
        tidings.drain();
        UUID start = UuidV7.smallestAt(FrozenFolder.WRITTEN.minusSeconds(60));
        List<String> before = added(start);
        assertThat(before).contains("Read", "List", "Order 7", "Mail", "Failed text");
        clock.advance(Duration.ofSeconds(10));
        tidings.sendTo("ada", "New");
        List<String> after = added(start);
        assertThat(after.subList(0, before.size())).isEqualTo(before);
        assertThat(after.get(after.size() - 1)).isEqualTo("New");
    }

    /** The titles of the added items, in the order of the feed, read in small pages. */
    private List<String> added(UUID start) {
        List<String> titles = new ArrayList<>();
        UUID from = start;
        InboxFeed.FeedPage page;
        do {
            page = tidings.service()
                    .pipeline()
                    .feed()
                    .after(FrozenFolder.ADA, from, 2)
                    .join();
            page.items().stream()
                    .filter(item -> item.item() != null)
                    .forEach(item -> titles.add(item.item().content().title()));
            from = page.upTo();
        } while (page.hasMore());
        return titles;
    }

    @ParameterizedTest
    @ValueSource(strings = {"frozen-folder-1.zip", "frozen-folder-2.zip"})
    void folder_isReadAsItWasWritten(String frozen) throws IOException {
        open(frozen);
        assertThat(titles("ada")).containsExactly("Failed text", "Mail", "Order 7", "List", "Read");
        assertThat(tidings.unread("ada")).isEqualTo(4);
        assertThat(tidings.unread("bob")).isEqualTo(1);
        assertThat(deliveries("Mail"))
                .containsExactly(
                        new DeliveryView("email", "delivered", null), new DeliveryView("in_app", "sent", null));
        assertThat(deliveries("Failed text"))
                .containsExactly(
                        new DeliveryView("in_app", "sent", null),
                        new DeliveryView("sms", "failed", "scripted_refusal"));
        Explanation.ChannelExplanation why = why("Mail", "email");
        assertThat(why.reasons()).contains(new Explanation.RoutingCheck("preference", "default"));
        assertThat(why.attempts())
                .extracting(Explanation.LoggedAttempt::outcome)
                .containsExactly("accepted", "delivered");
        assertThat(scheduled("ada"))
                .singleElement()
                .satisfies(item -> assertThat(item.sendAt())
                        .isBetween(FrozenFolder.WRITTEN.plusSeconds(1800), FrozenFolder.WRITTEN.plusSeconds(1801)));
        assertThat(tidings.service().pipeline().recurring().find(TENANT, "hourly"))
                .isPresent();
        assertThat(Quarantine.of(tidings.service().storage()).list(Stage.ROUTE, 10))
                .singleElement()
                .satisfies(
                        quarantined -> assertThat(quarantined.entry().payload()).containsExactly(1, 2, 3));
        assertThat(tidings.service()
                        .delivery()
                        .deadLetters()
                        .page(TENANT, 10, Optional.empty())
                        .join()
                        .items())
                .singleElement()
                .satisfies(row -> assertThat(row.notificationId()).isEqualTo(id("Failed text")));
        assertThat(tidings.service().storage().backlog())
                .as("what waits in the log")
                .isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"frozen-folder-1.zip", "frozen-folder-2.zip"})
    void metadata_isReadAsItWasWritten(String frozen) throws IOException {
        open(frozen);
        Contact ada = tidings.service().users().contacts().find(ADA).join();
        assertThat(ada.profile().orElseThrow().email()).contains("ada@example.org");
        assertThat(ada.devices())
                .singleElement()
                .satisfies(device -> assertThat(device.token()).isEqualTo("a-token"));
        assertThat(tidings.service().users().preferences().find(ADA).join().channels())
                .containsEntry(Channel.SMS, true);
        assertThat(tidings.service().users().preferences().find(BOB).join().quietHours())
                .isPresent();
        assertThat(tidings.service().users().types().all(TENANT).join()).containsKey("order");
        assertThat(tidings.service().users().templates().list(TENANT, "order").join())
                .hasSize(1);
        assertThat(endpoint().signWith()).as("secrets that can be decrypted").hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"frozen-folder-1.zip", "frozen-folder-2.zip"})
    void waitingRecords_goOnExactlyOnce(String frozen) throws IOException {
        open(frozen);
        try (WebhookServer receiver = new WebhookServer(clock)) {
            receiver.acceptSecret(endpoint().signWith().get(0).reveal());
            tidings.service()
                    .delivery()
                    .endpoints()
                    .change(
                            TENANT,
                            endpoint().stored().id(),
                            Optional.of(receiver.endpoint(1)),
                            Optional.empty(),
                            "test");
            letGo.countDown();
            tidings.drain();
            assertThat(titles("ada").subList(0, 4)).containsExactly("Waiting list", "Waiting", "Failed text", "Mail");
            assertThat(titles("bob")).containsExactly("Waiting list", "List");
            assertThat(mails()).containsExactly("Waiting mail");
            // Of the mail, of three inboxes, and of the mark.
            await(() -> receiver.calls().size() == 5);
            assertThat(receiver.calls())
                    .extracting(call -> ((Message.Webhook) call.message()).body())
                    .anyMatch(body -> body.contains("notification.archived"))
                    .anyMatch(body -> body.contains("delivery.sent"));

            clock.advanceTo(FrozenFolder.WRITTEN.plus(Duration.ofMinutes(32)));
            await(() -> titles("ada").contains("Order 8"));
            assertThat(scheduled("ada")).isEmpty();
            for (int hour = 1; hour <= 2; hour++) {
                int hours = hour;
                clock.advanceTo(FrozenFolder.WRITTEN.plus(Duration.ofHours(hour)));
                tidings.service().pipeline().recurring().plan();
                await(() -> count("bob", "Hourly") == hours);
            }
            await(() -> mails().contains("After quiet hours"));

            tidings.sendTo("ada", "New");
            tidings.restart();
            tidings.drain();
            assertThat(titles("ada")).contains("New").doesNotHaveDuplicates();
            assertThat(tidings.inbox("bob"))
                    .extracting(InboxItem::id)
                    .doesNotHaveDuplicates()
                    .hasSize(4);
            assertThat(tidings.unread("ada")).isEqualTo(titles("ada").size() - 1);
            assertThat(Quarantine.of(tidings.service().storage()).list(Stage.ROUTE, 10))
                    .hasSize(1);
        }
    }

    private Endpoint endpoint() {
        return tidings.service().delivery().endpoints().all(TENANT).get(0);
    }

    private List<String> titles(String user) {
        return tidings.inbox(user).stream().map(item -> item.content().title()).toList();
    }

    private long count(String user, String title) {
        return titles(user).stream().filter(title::equals).count();
    }

    private UUID id(String title) {
        return tidings.inbox("ada").stream()
                .filter(item -> title.equals(item.content().title()))
                .findFirst()
                .orElseThrow()
                .id();
    }

    private List<DeliveryView> deliveries(String title) {
        return tidings.service()
                .pipeline()
                .trace()
                .deliveries(TENANT, id(title), "ada")
                .join()
                .orElseThrow()
                .deliveries();
    }

    private Explanation.ChannelExplanation why(String title, String channel) {
        return tidings
                .service()
                .pipeline()
                .trace()
                .explain(TENANT, id(title), "ada")
                .join()
                .orElseThrow()
                .channels()
                .stream()
                .filter(each -> each.channel().equals(channel))
                .findFirst()
                .orElseThrow();
    }

    private List<ScheduledItem> scheduled(String user) {
        return tidings.service()
                .pipeline()
                .trace()
                .scheduled(TENANT, user, 10, Optional.empty())
                .join()
                .items();
    }

    private List<String> mails() {
        return tidings.service().delivery().capture().list(TENANT, any -> true, Long.MAX_VALUE, 10).stream()
                .map(CapturedDelivery::delivery)
                .map(delivery -> ((Message.Email) delivery.message()).subject())
                .toList();
    }

    private static void await(BooleanSupplier done) {
        long end = System.nanoTime() + TIMEOUT.toNanos();
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }
}
