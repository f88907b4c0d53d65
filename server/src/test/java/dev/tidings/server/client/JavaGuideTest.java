package dev.tidings.server.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidings.client.LiveEvent;
import dev.tidings.client.LiveStream;
import dev.tidings.client.ProblemException;
import dev.tidings.client.Retries;
import dev.tidings.client.TidingsClient;
import dev.tidings.client.UserAccount;
import dev.tidings.client.model.Accepted;
import dev.tidings.client.model.BatchResult;
import dev.tidings.client.model.Channel;
import dev.tidings.client.model.InboxItem;
import dev.tidings.client.model.Notification;
import dev.tidings.client.model.NotificationType;
import dev.tidings.client.model.PreferenceChange;
import dev.tidings.client.model.Priority;
import dev.tidings.client.model.RecurringSchedule;
import dev.tidings.client.model.SendTime;
import dev.tidings.client.model.User;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the guide to the Java client: they run here, and the guide shows them as they are. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class JavaGuideTest {
    private static final Path GUIDE = Path.of("../docs/java.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/tidings/server/client/JavaGuideTest.java");
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private final List<String> log = new ArrayList<>();
    private RunningServer server;
    private URI url;
    private String key;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() throws Exception {
        server = new RunningServer(folder.resolve("data"));
        url = server.url();
        key = server.key();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void examples_areThoseOfTheGuide() throws Exception {
        String source = squeeze(Files.readString(SOURCE));
        Matcher block = BLOCK.matcher(Files.readString(GUIDE));
        int count = 0;
        while (block.find()) {
            assertThat(source).contains(squeeze(block.group(1)));
            count++;
        }
        assertThat(count).isGreaterThan(5);
    }

    /** Without white space, which the formatter of the sources decides. */
    private static String squeeze(String code) {
        return code.replaceAll("\\s+", "");
    }

    @Test
    void sends_areAcceptedOrExplained() {
        TidingsClient tidings = TidingsClient.builder(url).apiKey(key).build();

        Accepted accepted = tidings.notifications()
                .send(Notification.to("usr_42")
                        .title("Your order has shipped")
                        .body("It should be with you on Thursday.")
                        .data(Map.of("order", "A-1234"))
                        .priority(Priority.HIGH)
                        .build());
        assertThat(accepted.id()).hasSize(36);

        List<BatchResult> results = tidings.notifications()
                .sendBatch(List.of(
                        Notification.to("usr_42").title("Hello").build(),
                        Notification.to("usr_43")
                                .title("Hello")
                                .type("no_such_type")
                                .build()));
        for (BatchResult result : results) {
            if (!result.accepted()) {
                log.add("number " + result.line() + ": " + result.error().explanation());
            }
        }
        assertThat(log).singleElement().asString().startsWith("number 2: /type: got \"no_such_type\"");

        TidingsClient patient = TidingsClient.builder(url)
                .apiKey(key)
                .timeout(Duration.ofSeconds(5))
                .retries(new Retries(Duration.ofMinutes(2), Duration.ofMillis(100), Duration.ofSeconds(5)))
                .build();
        assertThat(patient.types().list()).isNotNull();

        try {
            tidings.notifications()
                    .send(Notification.to("usr_42")
                            .title("Hello")
                            .type("no_such_type")
                            .build());
        } catch (ProblemException refused) {
            log.add(refused.code() + " at " + refused.errors().get(0).pointer());
        }
        assertThat(log).hasSize(2).last().asString().endsWith(" at /type");
    }

    @Test
    void usersAndSchedules_areManaged() throws Exception {
        TidingsClient tidings = server.client();
        tidings.users().put(User.of("usr_42").withEmail("ann@example.com").withTimeZone("Europe/Berlin"));
        tidings.user("usr_42").changePreferences(new PreferenceChange().channel(Channel.SMS, true));

        tidings.types().put(NotificationType.named("order_shipped").withChannels(Channel.IN_APP, Channel.EMAIL));
        tidings.templates("order_shipped")
                .put(
                        Channel.EMAIL,
                        "und",
                        Map.of("subject", "Order {{order}} has shipped", "text", "It arrives {{day}}."),
                        List.of("order", "day"));
        assertThat(tidings.users().list()).extracting(User::id).containsExactly("usr_42");
        assertThat(tidings.user("usr_42").preferences().channels()).containsEntry(Channel.SMS, true);
        assertThat(tidings.types().get("order_shipped").channels()).containsExactly(Channel.IN_APP, Channel.EMAIL);

        Accepted later = tidings.notifications()
                .send(Notification.to("usr_42")
                        .title("Merry Christmas")
                        .at(SendTime.at(LocalDateTime.parse("2030-12-24T18:00:00"), ZoneId.of("Europe/Berlin")))
                        .build());
        tidings.notifications().reschedule(later.id(), SendTime.in(Duration.ofDays(1)));
        tidings.notifications().cancel(later.id());

        tidings.recurring()
                .put(
                        "good-morning",
                        RecurringSchedule.cron(
                                "0 9 * * 1-5",
                                ZoneId.of("Europe/Berlin"),
                                Notification.to("usr_42").title("Good morning").build()));
        assertThat(later.sendAt()).hasToString("2030-12-24T17:00:00Z");
        assertThat(tidings.notifications().get(later.id()).status()).isEqualTo("cancelled");
        assertThat(tidings.recurring().get("good-morning").next()).hasSize(5);
    }

    @Test
    void liveEvents_arrive() throws Exception {
        TidingsClient tidings = server.client();
        LiveStream live = tidings.withToken(
                        () -> tidings.users().token("usr_42").token())
                .me()
                .live();
        live.run(event -> {
            if (event instanceof LiveEvent.Arrived arrived) {
                log.add(arrived.notification().title() + ", " + arrived.unread() + " unread");
                live.close();
            } else if (event instanceof LiveEvent.Hello hello && !hello.resumed()
                    || event instanceof LiveEvent.Reload) {
                fetchInbox();
            }
        });
        assertThat(log).containsExactly("Hello, 1 unread");

        log.clear();
        UserAccount ann = tidings.user("usr_42");
        for (InboxItem item : ann.inbox(UserAccount.InboxFilter.UNREAD)) {
            log.add(item.title());
            ann.markRead(item.id());
        }
        assertThat(log).containsExactly("Hello");
        assertThat(ann.unread()).isZero();
    }

    /** Stands for the application; here it causes an event. */
    private void fetchInbox() {
        TidingsClient.builder(url)
                .apiKey(key)
                .build()
                .notifications()
                .send(Notification.to("usr_42").title("Hello").build());
    }
}
